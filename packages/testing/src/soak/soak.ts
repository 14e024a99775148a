import { migrate } from '@service/db';
import type { RedisServer } from '@service/dev';
import { Redis } from 'ioredis';
import { type Deployment, openDeployment, type Resources } from '../deployment.ts';
import { openTestEnv } from '../test-env.ts';
import { until } from '../until.ts';
import { countAll, reconcile } from './reconcile.ts';
import { openShops } from './shops.ts';
import { startTraffic } from './traffic.ts';

/** The faults, by name: each ends or moves a process, and resolves when it is back. */
type Faults = Readonly<Record<string, () => Promise<void>>>;

export interface SoakOptions {
  databaseUrl: string;
  redis: RedisServer;
  /** Faults of the database, by name, which come after all others. */
  databaseFaults?: Faults;
  /** The length of the traffic, without the starts of the processes and without what is left at the end. */
  seconds: number;
  /** How many of each; for a while there are twice as many workers. */
  apis?: number;
  workers?: number;
  /** How much longer than usual all actors pause. */
  pauseFactor?: number;
  /** The environment of API and worker. */
  env?: Record<string, string>;
  log?: (line: string) => void;
}

export interface SoakReport {
  counts: Record<string, number>;
  faults: string[];
  /** The mistakes in the result; empty: there are none. */
  mistakes: string[];
}

/** The part of the time with faults; the rest is quiet, and in it memory and handles are checked. */
const FAULTY_PART = 0.6;
/** A shorter quiet time allows no conclusion about memory. */
const JUDGED_FROM_SECONDS = 100;

/**
 * Shoppers, operators, imports and subscribers of every kind, while each part of the deployment ends and comes back. Then
 * everything is delivered, and what the database says, what the API answered and what subscribers got are compared.
 */
export async function runSoak(options: SoakOptions): Promise<SoakReport> {
  const { databaseUrl, redis, databaseFaults = {}, seconds, apis = 2, workers = 2 } = options;
  const { pauseFactor = 1, env = {}, log = () => {} } = options;
  await migrate(databaseUrl);
  const domain = await openTestEnv({ databaseUrl });
  const shops = await openShops(domain.system);
  const deployment = await openDeployment({ databaseUrl, redisUrl: redis.url, apis, workers, env });
  const atStart = await countAll(domain.system, shops.all);
  const traffic = startTraffic(shops.all, deployment.apiUrls, pauseFactor);
  const faults = { ...faultsOf({ deployment, redis, workers }), ...databaseFaults };
  const samples: Resources[][] = [];

  const isJudged = seconds * (1 - FAULTY_PART) >= JUDGED_FROM_SECONDS;
  const startedAt = performance.now();
  /** Until this part of the time is over; at least once, however long a fault has taken. */
  async function watchUntil(part: number): Promise<void> {
    const endsAt = startedAt + part * seconds * 1000;
    do {
      await wait(Math.min(seconds / 20, 1));
      if (!isJudged) continue;
      // A process that waits for a server that is away has nothing to say.
      await deployment.resources().then(
        (all) => samples.push(all),
        () => undefined,
      );
    } while (performance.now() < endsAt);
  }
  function say(what: string): void {
    const times = shops.takeLatenesses();
    const at = (part: number) => (times[Math.floor(part * (times.length - 1))] ?? Number.NaN).toFixed(0);
    const { orders, requests, repeated } = traffic.books;
    const processes = (samples.at(-1) ?? []).map(
      ({ name, rssMb, heapMb, openFiles, handles }) =>
        `${name} ${rssMb.toFixed(0)} MB (heap ${heapMb.toFixed(0)}), ${openFiles} files, ${handles} handles`,
    );
    log(
      [
        `${what}: ${requests} requests, ${repeated} repeated, ${orders.size} orders`,
        `order to webhook p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
        ...processes,
      ].join('; '),
    );
  }

  try {
    for (const [index, [name, fault]] of Object.entries(faults).entries()) {
      await watchUntil((FAULTY_PART * (index + 1)) / Object.keys(faults).length);
      await fault();
      say(name);
    }
    samples.length = 0;
    for (const part of [1, 2, 3]) {
      await watchUntil(FAULTY_PART + ((1 - FAULTY_PART) * part) / 3);
      say('quiet');
    }
    await traffic.stop();
    shops.recover();
    const mistakes: string[] = [];
    await until(() => isDrained(domain.system.db), 'everything to come to its end').catch((error: Error) =>
      mistakes.push(error.message),
    );
    if (isJudged) mistakes.push(...findGrowth(samples, await deployment.resources()));
    mistakes.push(...(await reconcile(domain.system, shops.all, traffic.books, atStart)));
    return {
      counts: {
        ...countsOf(traffic.books),
        deliveries: await domain.system.db.webhookDelivery.count(),
        attempts: await domain.system.db.webhookAttempt.count(),
        foundByPoll: await deployment.foundByPoll(),
      },
      faults: Object.keys(faults),
      mistakes: mistakes.map((mistake) => explain(mistake, deployment)),
    };
  } finally {
    await traffic.stop();
    await deployment.close();
    await shops.close();
    await domain.close();
  }
}

/** With what the API logged of the request that it ends with. */
function explain(mistake: string, { linesWith }: Deployment): string {
  const [requestId] = /[\da-f-]{36}$/.exec(mistake) ?? [];
  return [mistake, ...(requestId ? linesWith(requestId) : [])].join('\n');
}

function faultsOf({
  deployment,
  redis,
  workers,
}: Pick<SoakOptions, 'redis'> & { deployment: Deployment; workers: number }): Faults {
  return {
    'a worker killed': deployment.killOneWorker,
    'Redis flushed': () => flush(redis.url),
    'an API stopped and started': () => deployment.restartApi(0, 'stop'),
    'twice as many workers': () => deployment.scaleWorkers(2 * workers),
    'an API killed': () => deployment.restartApi(deployment.apiUrls.length - 1, 'kill'),
    'half of the workers stopped': () => deployment.scaleWorkers(workers),
    'Redis killed, and back empty': async () => {
      await redis.kill();
      await redis.start();
    },
  };
}

async function flush(url: string): Promise<void> {
  const client = new Redis(url);
  await client.flushall();
  client.disconnect();
}

/** Nothing waits for a worker any more. */
async function isDrained(db: Awaited<ReturnType<typeof openTestEnv>>['system']['db']): Promise<boolean> {
  const left = await Promise.all([
    db.webhookDelivery.count({
      where: { OR: [{ status: { not: 'delivered' } }, { leaseUntil: { not: null } }] },
    }),
    db.webhookAttempt.count({ where: { outcome: 'open' } }),
    db.fileImport.count({ where: { status: { in: ['pending', 'running'] } } }),
  ]);
  return left.every((count) => count === 0);
}

/**
 * Names the processes that have more live memory in the last third than in the first, or more files or handles once nothing is
 * under way than in the first third: before that they are as many as attempts hang.
 */
function findGrowth(samples: readonly Resources[][], atEnd: readonly Resources[]): string[] {
  const third = Math.floor(samples.length / 3);
  const [first, last] = [samples.slice(0, third), samples.slice(-third)];
  const found: string[] = [];
  for (const [index, { name }] of (samples.at(-1) ?? []).entries()) {
    const of = (part: readonly Resources[][], what: keyof Omit<Resources, 'name'>) =>
      part.map((each) => each[index]?.[what] ?? 0).sort((a, b) => a - b);
    const median = (values: number[]) => values[Math.floor(values.length / 2)] ?? 0;
    // Right after a collection of garbage it is least.
    const [heapBefore = 0, heapAfter = 0] = [of(first, 'heapMb')[0], of(last, 'heapMb')[0]];
    if (heapAfter > heapBefore * 1.5 + 16)
      found.push(`${name}: live memory grew from ${heapBefore.toFixed(0)} to ${heapAfter.toFixed(0)} MB`);
    for (const what of ['openFiles', 'handles'] as const) {
      const [before, after] = [median(of(first, what)), atEnd[index]?.[what] ?? 0];
      if (after > before + 20) found.push(`${name}: ${what} grew from ${before} to ${after}`);
    }
  }
  return found;
}

function countsOf({ mistakes: _, adjustedBy: __, ...books }: ReturnType<typeof startTraffic>['books']) {
  return Object.fromEntries(
    Object.entries(books).map(([name, value]) => [name, typeof value === 'number' ? value : value.size]),
  );
}

function wait(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}
