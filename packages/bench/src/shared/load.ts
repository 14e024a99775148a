import { Agent, request } from 'node:http';

export interface Loaded {
  name: string;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** Calls `fn` from `connections` loops at once for `ms` milliseconds, after a warm-up, and keeps every latency. */
export async function load(
  name: string,
  fn: () => Promise<unknown>,
  { connections = 16, ms = 5000 }: { connections?: number; ms?: number } = {},
): Promise<Loaded> {
  await loop(fn, connections, ms / 3);
  const startedAt = performance.now();
  const latencies = (await loop(fn, connections, ms)).sort((a, b) => a - b);
  const elapsedMs = performance.now() - startedAt;
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0;
  return { name, perSecond: (latencies.length / elapsedMs) * 1000, p50Ms: at(0.5), p99Ms: at(0.99) };
}

async function loop(fn: () => Promise<unknown>, connections: number, ms: number): Promise<number[]> {
  const end = performance.now() + ms;
  const latencies: number[] = [];
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let now = performance.now(); now < end; ) {
        await fn();
        const after = performance.now();
        latencies.push(after - now);
        now = after;
      }
    }),
  );
  return latencies;
}

/** A line of a comparison: the candidate and its floor, and the ratio of their rates. */
export function compareLoads(candidate: Loaded, floor: Loaded): string {
  const say = ({ perSecond, p50Ms, p99Ms }: Loaded) =>
    `${Math.round(perSecond)}/s  p50 ${p50Ms.toFixed(1)} ms  p99 ${p99Ms.toFixed(1)} ms`;
  const ratio = (candidate.perSecond / floor.perSecond).toFixed(2);
  return `${candidate.name.padEnd(34)}  ${say(candidate).padEnd(38)}  floor ${say(floor).padEnd(38)}  ratio ${ratio}`;
}

/** Sends one request over one of `connections` kept connections; answers the body, and throws on a status that is no success. */
export function createHttpClient(baseUrl: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const send = (method: string, path: string, headers: Record<string, string>, body?: string) =>
    new Promise<string>((resolve, reject) => {
      const sent = request(baseUrl + path, { method, agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          const text = Buffer.concat(chunks).toString();
          if (Math.floor((response.statusCode ?? 0) / 100) === 2) resolve(text);
          else reject(new Error(`${method} ${path} answered ${response.statusCode}: ${text}`));
        });
      });
      sent.once('error', reject);
      sent.end(body);
    });
  return { send, close: () => agent.destroy() };
}
