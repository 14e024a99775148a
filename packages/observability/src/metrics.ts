import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  /** A histogram of seconds; answers the function that adds an observation. */
  timer<Label extends string>(about: {
    name: string;
    help: string;
    labels: readonly Label[];
    buckets: readonly number[];
  }): (labels: Record<Label, string>, seconds: number) => void;
  /** Numbers that are asked for at each scrape, by label value. What can't be had is left out, and costs no other. */
  gauge(
    about: { name: string; help: string; label: string },
    ask: () => Promise<Record<string, number>> | Record<string, number>,
  ): void;
  /** Serves `GET /metrics` on a port of its own, so that it's never public by accident. */
  serve(port: number, host?: string): Promise<{ port: number; close(): Promise<void> }>;
}

/** How long a scrape waits for one of its questions. */
const ANSWER_WITHIN_MS = 2000;

/** The process's own numbers (memory, CPU, event loop, garbage collection), and those that are added. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });

  return {
    timer({ name, help, labels, buckets }) {
      const histogram = new Histogram({
        name,
        help,
        labelNames: [...labels],
        buckets: [...buckets],
        registers: [registry],
      });
      return (values, seconds) => histogram.observe(values, seconds);
    },
    gauge({ name, help, label }, ask) {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        async collect() {
          this.reset();
          const numbers = await inTime(async () => ask());
          for (const [value, number] of Object.entries(numbers)) this.set({ [label]: value }, number);
        },
      });
    },
    async serve(port, host = '127.0.0.1') {
      const server = createServer(async (request, response) => {
        if (request.url !== '/metrics') {
          response.writeHead(404).end();
          return;
        }
        response.writeHead(200, { 'Content-Type': registry.contentType }).end(await registry.metrics());
      });
      await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
      return {
        port: (server.address() as AddressInfo).port,
        close: () =>
          new Promise((resolve) => {
            server.close(() => resolve());
            server.closeAllConnections();
          }),
      };
    },
  };
}

async function inTime(ask: () => Promise<Record<string, number>>): Promise<Record<string, number>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Record<string, number>>((resolve) => {
    timer = setTimeout(() => resolve({}), ANSWER_WITHIN_MS);
  });
  try {
    return await Promise.race([ask(), late]);
  } catch {
    return {};
  } finally {
    clearTimeout(timer);
  }
}
