// A simulation of workers, subscribers and retries: `npm run bench simulate [deliveries]`. One run of a real worker says what an attempt
// costs, another one how long a claim takes. Three others, which the model wasn't made from, show whether it is right: their rate and
// their attempts beside the model's. Fails where it is off by more than a quarter. Then it is asked about what no two cores can run.
import { availableParallelism } from 'node:os';
import { DELIVERY_QUEUE } from '@service/delivery';
import { startServiceProcess, until } from '@service/testing';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { machine } from './deliveries/machine.ts';
import { startProgram } from './deliveries/program.ts';
import { openShop } from './deliveries/shop.ts';
import { type Scene, type Subscribers, simulate } from './simulate/model.ts';

const COUNT = Number(process.argv[2] ?? 4000);
const PLACES = 50;
/**
 * So few, and so slow to respond, that places and not cores are the limit, also on a machine that has other work. The last round of
 * all places is half full, so that one that idles for a moment costs no further round.
 */
const SLOW = { count: Math.ceil(COUNT / 4 / PLACES) * PLACES + PLACES / 2, latencyMs: 1000 };
const MOST_OFF = 0.25;
const LONGEST_CLAIM_MS = 1000;
/** The length of the scenes that can't be run here. */
const SECONDS = 30;
const RETRIES_MS = [1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000];
const SETTINGS = { concurrency: PLACES, timeoutMs: 10_000, retryDelaysMs: RETRIES_MS };

interface Measured {
  attempts: number;
  perSecond: number;
}

const shop = await openShop();
const redis = new Redis(process.env.BENCH_REDIS_URL ?? '', { maxRetriesPerRequest: null });
const receiver = await startProgram<{ port: number }>('receiver');

process.stdout.write(`${machine()}; ${COUNT} deliveries\n`);
await measure(1, COUNT / 4, {});
const atOnce = await measure(1, COUNT, {});
const cpuMs = 1000 / atOnce.perSecond;
say(
  `measured: one worker, a subscriber that responds at once: ${rate(atOnce)}, so ${cpuMs.toFixed(2)} ms for an attempt`,
);

const slow = await measure(1, SLOW.count, { latencyMs: SLOW.latencyMs });
const claimMs = fitClaim(slow);
say(
  `measured: one worker, responses after a second: ${rate(slow)}, so ${claimMs.toFixed(1)} ms for a claim, one after another`,
);

const differences = [
  await check('one worker, responses after 300 ms', 1, { latencyMs: 300 }),
  await check('two workers, responses after a second', 2, {}),
  await check('one worker, responses after a second, 30 % of them failures', 1, { failing: 0.3 }),
];
say(
  `two workers and responses at once need more than the ${availableParallelism()} cores of this machine, so that isn’t compared`,
);
for (const perSecond of [1000, 10_000])
  for (const used of [0.9, 0.5]) predict(perSecond, Math.ceil((perSecond * cpuMs) / 1000 / used));
process.exitCode = Math.max(...differences) > MOST_OFF ? 2 : 0;
receiver.stop();
redis.disconnect();
await shop.close();

/** A backlog of one store, from the first attempt to the last response, by the ledger. */
async function measure(
  workers: number,
  count: number,
  { latencyMs = 0, failing = 0 }: Partial<Subscribers>,
): Promise<Measured> {
  const queue = new Queue(DELIVERY_QUEUE, { connection: redis });
  await queue.pause();
  const path = `/after/${latencyMs}/failing/${failing * 100}`;
  const store = await shop.store(`http://127.0.0.1:${receiver.said.port}${path}`);
  const refs = await store.fill(count);
  shop.queue.enqueue(
    refs.map(({ id }) => id),
    store.tenantId,
  );
  const env = { ...shop.workerEnv, WEBHOOK_RETRY_DELAYS: RETRIES_MS.map((ms) => `${ms / 1000}s`).join(',') };
  const processes = await Promise.all(
    Array.from({ length: workers }, () => startServiceProcess('worker', env)),
  );
  await queue.resume();
  const { tenantId } = store;
  const open = { tenantId, status: { in: ['pending', 'failed'] } };
  await until(
    async () => (await shop.system.db.webhookDelivery.count({ where: open })) === 0,
    'all deliveries',
  );
  await Promise.all(processes.map((each) => each.stop()));
  await queue.close();
  const [row] = await shop.system.db.sql<{ attempts: number; seconds: number }[]>`
    SELECT count(*)::int AS attempts, extract(epoch FROM max(finished_at) - min(started_at))::float8 AS seconds
    FROM webhook_attempts WHERE tenant_id = ${tenantId}::uuid`;
  const { attempts = 0, seconds = 0 } = row ?? {};
  return { attempts, perSecond: attempts / seconds };
}

/** The model's result for a backlog of one store. */
function ask(workers: number, claimMs: number, subscriber: Partial<Subscribers> = {}): Measured {
  const all = { count: 1, backlog: SLOW.count, latencyMs: SLOW.latencyMs, ...subscriber };
  const { attempts, ms } = simulate({ ...SETTINGS, workers, cpuMs, claimMs, subscribers: { all } });
  return { attempts, perSecond: (attempts / ms) * 1000 };
}

/** How long a claim takes in a model that is as fast as what was measured; nothing, if it is slower anyway. */
function fitClaim({ perSecond }: Measured): number {
  let [low, high] = [0, LONGEST_CLAIM_MS];
  while (high - low > 0.1) {
    const middle = (low + high) / 2;
    if (ask(1, middle).perSecond > perSecond) low = middle;
    else high = middle;
  }
  return low;
}

/** Prints what was measured beside what the model says; returns by which part the worse of the two numbers differs. */
async function check(what: string, workers: number, subscriber: Partial<Subscribers>): Promise<number> {
  const measured = await measure(workers, SLOW.count, { latencyMs: SLOW.latencyMs, ...subscriber });
  const modelled = ask(workers, claimMs, subscriber);
  const off = (name: keyof Measured) => Math.abs(modelled[name] / measured[name] - 1);
  const worst = Math.max(off('attempts'), off('perSecond'));
  say(
    `${what}: measured ${rate(measured)} and ${measured.attempts} attempts, model ${rate(modelled)} and ${modelled.attempts}: ` +
      `off by ${Math.round(worst * 100)} % (aim ${MOST_OFF * 100})`,
  );
  return worst;
}

/** A thousand stores, of which one of a hundred is slow, fails, or never responds. */
function predict(perSecond: number, workers: number): void {
  const of = (count: number, latencyMs: number, failing = 0) => ({
    count,
    latencyMs,
    failing,
    perSecond: perSecond / 1000,
  });
  const scene: Scene = {
    ...SETTINGS,
    // The default settings.
    retryDelaysMs: [1, 5, 30].map((minutes) => minutes * 60_000),
    workers,
    cpuMs,
    claimMs,
    seconds: SECONDS,
    subscribers: {
      healthy: of(970, 100),
      slow: of(10, 2000),
      failing: of(10, 100, 1),
      silent: of(10, Number.POSITIVE_INFINITY),
    },
  };
  const { lateness, waiting } = simulate(scene);
  const times = lateness.healthy ?? [];
  const at = (part: number) => (times[Math.floor(part * (times.length - 1))] ?? Number.NaN).toFixed(1);
  say(
    `model: ${perSecond} events/s of 1,000 stores, 1 % each slow, failing, silent, ${workers} workers: ` +
      `healthy p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ${waiting} wait at the end`,
  );
}

function rate({ perSecond }: Pick<Measured, 'perSecond'>): string {
  return `${Math.round(perSecond)}/s`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
