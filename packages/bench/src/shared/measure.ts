import { lessInSmoke } from './smoke.ts';
import { waitForTurn } from './turn.ts';

export interface Measured {
  name: string;
  perSecond: number;
  cpuMsPerCall: number;
  /** Half of the calls took no longer. */
  p50Ms: number;
  /** 99 of 100 calls took no longer. */
  p99Ms: number;
}

interface MeasureOptions {
  connections?: number;
  ms?: number;
  /** The CPU time of the process that does the work; by default this one's. */
  cpuMs?: () => number;
}

function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Short enough that two versions which take turns are measured on the same machine, however busy it becomes meanwhile. */
const SLICE_MS = 500;

/** Calls `fn` from `connections` loops at once for `ms` milliseconds in slices, each after a warm-up of a quarter of it. */
export async function measure(
  name: string,
  fn: () => Promise<unknown>,
  { connections = 16, ms = 2000, cpuMs = ownCpuMs }: MeasureOptions = {},
): Promise<Measured> {
  const took: number[] = [];
  let elapsedMs = 0;
  let cpuTaken = 0;
  const slices = Math.ceil(ms / SLICE_MS);
  for (let slice = 0; slice < slices; slice += 1) {
    await waitForTurn();
    await loop(fn, connections, ms / slices / 4);
    const cpuBefore = cpuMs();
    const startedAt = performance.now();
    took.push(...(await loop(fn, connections, ms / slices)));
    elapsedMs += performance.now() - startedAt;
    cpuTaken += cpuMs() - cpuBefore;
  }
  return {
    name,
    perSecond: (took.length / elapsedMs) * 1000,
    cpuMsPerCall: cpuTaken / took.length,
    p50Ms: percentile(took, 0.5),
    p99Ms: percentile(took, 0.99),
  };
}

/** How long each call took, in milliseconds. */
async function loop(fn: () => Promise<unknown>, connections: number, ms: number): Promise<number[]> {
  const end = performance.now() + lessInSmoke(ms);
  const took: number[] = [];
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let at = performance.now(); at < end; ) {
        await fn();
        const now = performance.now();
        took.push(now - at);
        at = now;
      }
    }),
  );
  return took;
}

/** The value that this share of them, 0 to 1, doesn't exceed; 0 where there are none. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? 0;
}

/** A line of a comparison: the candidate's rate, the floor's, and the ratio of the two. */
export function compare(candidate: Measured, floor: Measured): string {
  const columns = [
    candidate.name.padEnd(44),
    `${Math.round(candidate.perSecond)}/s`.padStart(9),
    `${candidate.cpuMsPerCall.toFixed(3)} ms CPU`.padStart(14),
    ...against(candidate, floor),
  ];
  return columns.join('  ');
}

/** The same with the latencies of both; the CPU is that of the candidate's process. */
export function compareLatencies(candidate: Measured, floor: Measured): string {
  const columns = [
    candidate.name.padEnd(34),
    `${Math.round(candidate.perSecond)}/s`.padStart(8),
    latencies(candidate),
    `${candidate.cpuMsPerCall.toFixed(2)} ms CPU`.padStart(11),
    ...against(candidate, floor),
    latencies(floor),
  ];
  return columns.join('  ');
}

/** The rates and latencies of both alone, for work that several processes share. */
export function compareLoads(candidate: Measured, floor: Measured): string {
  const say = ({ perSecond, p50Ms, p99Ms }: Measured) =>
    `${Math.round(perSecond)}/s  p50 ${p50Ms.toFixed(1)} ms  p99 ${p99Ms.toFixed(1)} ms`;
  const ratio = (candidate.perSecond / floor.perSecond).toFixed(2);
  return `${candidate.name.padEnd(34)}  ${say(candidate).padEnd(38)}  floor ${say(floor).padEnd(38)}  ratio ${ratio}`;
}

function against(candidate: Measured, floor: Measured): string[] {
  const ratio = candidate.perSecond / floor.perSecond;
  return [`floor ${Math.round(floor.perSecond)}/s`.padStart(15), `ratio ${ratio.toFixed(2)}`];
}

function latencies({ p50Ms, p99Ms }: Measured): string {
  return `p50 ${p50Ms.toFixed(1)} p99 ${p99Ms.toFixed(1)} ms`.padStart(22);
}
