import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { withDeadline } from '@service/jobs/primitives';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Health } from './health.ts';

export interface Metrics {
  /** A histogram of seconds; returns the function that adds an observation. */
  timer<Label extends string>(about: {
    name: string;
    help: string;
    labels: readonly Label[];
    buckets: readonly number[];
  }): (labels: Record<Label, string>, seconds: number) => void;
  /** A number that only rises, or one for each value of its labels; returns the function that increases it. */
  counter<Label extends string = never>(about: {
    name: string;
    help: string;
    labels?: readonly Label[];
  }): (count: number, labels?: Record<Label, string>) => void;
  /** Facts that don't change while the process runs, as labels of a metric with the value 1. */
  info(about: { name: string; help: string; facts: Record<string, string> }): void;
  /** A number that is read at each scrape, or one for each value of its labels. A number that can't be read is left out. */
  gauge(about: AskedFor, ask: Ask): void;
  /** The same for numbers that only rise, and that are counted elsewhere. */
  askedCounter(about: AskedFor, ask: Ask): void;
  /**
   * Serves `GET /metrics` and, with `health`, `GET /health` on a separate port, so that neither becomes public by accident. Only
   * on the loopback interface unless `host` is given.
   */
  serve(port: number, options?: { host?: string; health?: Health }): Promise<Serving>;
  /** Passes the metrics to `serveSharedMetrics` of the process that started this one. */
  share(): void;
}

interface Serving {
  port: number;
  close(): Promise<void>;
}

interface AskedFor {
  name: string;
  help: string;
  /** One label, or several: then the numbers are nested, with the first label outside. */
  label?: string | readonly string[];
  /** How the numbers of several processes of one API are combined; default: the sum. */
  together?: 'sum' | 'min';
}

type Numbers = number | { [value: string]: Numbers };
type Ask = () => Promise<Numbers> | Numbers;

/** How long a scrape waits for one of its values. */
const RESPOND_WITHIN_MS = 2000;

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
    counter({ name, help, labels = [] }) {
      const counter = new Counter({ name, help, labelNames: [...labels], registers: [registry] });
      return (count, values) => counter.inc(values ?? {}, count);
    },
    info({ name, help, facts }) {
      const labelNames = Object.keys(facts);
      new Gauge({ name, help, labelNames, aggregator: 'first', registers: [registry] }).set(facts, 1);
    },
    gauge(about, ask) {
      new Gauge({ ...asked(about, ask), registers: [registry] });
    },
    askedCounter(about, ask) {
      new Counter({ ...asked(about, ask), registers: [registry] });
    },
    serve(port, { host, health } = {}) {
      return listen(port, host, async (path, response) => {
        if (path === '/metrics') await sendText(response, registry.contentType, registry.metrics());
        else if (path === '/health' && health) sendHealth(response, health);
        else response.writeHead(404).end();
      });
    },
    share() {
      AggregatorRegistry.setRegistries(registry);
      // Starts listening for requests.
      new AggregatorRegistry();
    },
  };
}

/**
 * Serves `GET /metrics` for all processes that this one started with node:cluster together: sums, and for a gauge the result of
 * its `together`.
 */
export function serveSharedMetrics(port: number, { host }: { host?: string } = {}): Promise<Serving> {
  const registry = new AggregatorRegistry();
  return listen(port, host, async (path, response) => {
    if (path === '/metrics') await sendText(response, registry.contentType, registry.clusterMetrics());
    else response.writeHead(404).end();
  });
}

/** Only on the loopback interface unless `host` is given. */
async function listen(
  port: number,
  host = '127.0.0.1',
  respond: (path: string | undefined, response: ServerResponse) => Promise<void>,
): Promise<Serving> {
  // Failure policy: a failed scrape is lost, for example of a process that has just died; the next one follows.
  const server = createServer((request, response) => {
    respond(request.url, response).catch(() => response.writeHead(503).end());
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
}

async function sendText(response: ServerResponse, type: string, text: Promise<string>): Promise<void> {
  const body = await text;
  response.writeHead(200, { 'Content-Type': type }).end(body);
}

function sendHealth(response: ServerResponse, health: Health): void {
  const failing = health.failing();
  const reasons = health.reasons();
  const stuck = { status: 'stuck', failing, ...(reasons.length > 0 ? { reasons } : {}) };
  const isWell = failing.length === 0;
  response.writeHead(isWell ? 200 : 503, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(isWell ? { status: 'ok' } : stuck));
}

interface Emptied {
  reset(): void;
  remove(): void;
  inc(labels: Record<string, string>, number: number): void;
}

/** The common part of both kinds: they are reset and filled at each scrape. */
function asked({ name, help, label = [], together = 'sum' }: AskedFor, ask: Ask) {
  const labelNames = [label].flat();
  return {
    name,
    help,
    aggregator: together,
    labelNames,
    async collect(this: Emptied) {
      this.reset();
      // Without labels, a reset leaves 0, which was never measured.
      if (labelNames.length === 0) this.remove();
      const numbers = await withDeadline(async () => ask(), RESPOND_WITHIN_MS, name).catch(() => ({}));
      for (const { labels, number } of flatten(numbers, labelNames)) this.inc(labels, number);
    },
  };
}

function flatten(
  numbers: Numbers,
  [name = '', ...others]: readonly string[],
): { labels: Record<string, string>; number: number }[] {
  if (typeof numbers === 'number') return [{ labels: {}, number: numbers }];
  return Object.entries(numbers).flatMap(([value, inner]) =>
    flatten(inner, others).map(({ labels, number }) => ({ labels: { [name]: value, ...labels }, number })),
  );
}
