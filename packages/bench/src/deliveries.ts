// Deliveries a second through one worker process, beside a bare program in the same run: job, signature, request, no
// database. Once with a job for each delivery, as many stores make them, and once as one store's that comes with all at
// once and gets one alarm for most of them. Then the time from a commit to the first byte at the subscriber, at low load.
// `npm run bench deliveries [count] [rounds]`
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startReceiver, startServiceProcess } from '@service/testing';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import type { BareJob } from './deliveries/bare-job.ts';
import { openShop, type Shop } from './deliveries/shop.ts';

const COUNT = Number(process.argv[2] ?? 10_000);
const ROUNDS = Number(process.argv[3] ?? 3);
const SAMPLES = 200;
const SAMPLE_EVERY_MS = 40;

const shop = await openShop();
const receiver = program('receiver');
const [{ port }] = (await once(receiver, 'message')) as [{ port: number }];
const url = `http://127.0.0.1:${port}/`;

const rates: Record<'bare' | 'jobs' | 'store', number[]> = { bare: [], jobs: [], store: [] };
for (let round = 0; round < ROUNDS; round += 1) {
  rates.bare.push(await measureBare(`bare-${round}`));
  rates.jobs.push(await measureWorker(shop, (ids) => shop.queue.enqueue(ids)));
  rates.store.push(await measureWorker(shop, async (ids, tenantId) => shop.queue.wake(ids, tenantId)));
  const last = Object.entries(rates).map(([name, values]) => `${name} ${rate(values.at(-1))}`);
  process.stdout.write(`round ${round + 1}: ${last.join(', ')}\n`);
}
const [bare, jobs, store] = [median(rates.bare), median(rates.jobs), median(rates.store)];
process.stdout.write(
  `${COUNT} deliveries, median of ${ROUNDS}: bare ${rate(bare)}; a job each ${rate(jobs)}, ratio ${(jobs / bare).toFixed(2)}; ` +
    `one store ${rate(store)}, ratio ${(store / bare).toFixed(2)}\n`,
);
await measureFirstByte(shop);
receiver.disconnect();
await shop.close();

async function measureWorker(
  { store: open, workerEnv, system }: Shop,
  tell: (ids: string[], tenantId: string) => Promise<void>,
): Promise<number> {
  const { fill, tenantId } = await open(url);
  await tell(await fill(COUNT), tenantId);
  const done = arm();
  const worker = await startServiceProcess('worker', workerEnv);
  const perSecond = await done;
  await worker.stop();
  const recorded = await system.db.webhookAttempt.count({ where: { tenantId, outcome: 'succeeded' } });
  if (recorded !== COUNT) throw new Error(`${COUNT} were delivered and ${recorded} are in the ledger`);
  return perSecond;
}

async function measureBare(queueName: string): Promise<number> {
  const redis = new Redis(process.env.BENCH_REDIS_URL ?? '', { maxRetriesPerRequest: null });
  const queue = new Queue<BareJob>(queueName, { connection: redis });
  const envelope = {
    id: '9a1d6d0e-5d51-4a7e-bd0b-4f7c9b0f7b52',
    event: 'order.paid',
    occurredAt: new Date().toISOString(),
    data: { orderId: '9a1d6d0e-5d51-4a7e-bd0b-4f7c9b0f7b52', status: 'paid', previousStatus: 'pending' },
  };
  const data = { url, secret: 'whsec_bench', envelope };
  for (let start = 0; start < COUNT; start += 1000)
    await queue.addBulk(
      Array.from({ length: Math.min(1000, COUNT - start) }, () => ({ name: 'deliver', data })),
    );
  const done = arm();
  const worker = program('bare-worker', { BENCH_QUEUE: queueName });
  const perSecond = await done;
  worker.kill();
  await queue.close();
  redis.disconnect();
  return perSecond;
}

async function measureFirstByte({ store, workerEnv }: Shop): Promise<void> {
  const near = await startReceiver();
  const { recordPaid } = await store(near.url);
  const worker = await startServiceProcess('worker', workerEnv);
  let arrivedAt = 0;
  near.answer((_request, response) => {
    arrivedAt = performance.now();
    response.writeHead(200).end();
  });
  const times: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    await recordPaid();
    const committedAt = performance.now();
    await near.received(sample + 1);
    times.push(Math.max(0, arrivedAt - committedAt));
    await new Promise((resolve) => setTimeout(resolve, SAMPLE_EVERY_MS));
  }
  await worker.stop();
  await near.close();
  times.sort((a, b) => a - b);
  const at = (part: number) => (times[Math.floor(part * (times.length - 1))] ?? 0).toFixed(1);
  process.stdout.write(
    `commit to first byte, ${SAMPLES} one after another: p50 ${at(0.5)} ms, p90 ${at(0.9)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms\n`,
  );
}

/** Resolves with the rate once the receiver has had all of them; the first one starts its clock. */
async function arm(): Promise<number> {
  receiver.send(COUNT);
  await once(receiver, 'message');
  const [{ ms }] = (await once(receiver, 'message')) as [{ ms: number }];
  return (COUNT / ms) * 1000;
}

function program(name: string, env: Record<string, string> = {}): ChildProcess {
  return fork(fileURLToPath(new URL(`./deliveries/${name}.ts`, import.meta.url)), {
    env: { ...process.env, ...env },
    execArgv: ['--conditions=source', '--import', 'tsx'],
  });
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function rate(perSecond = 0): string {
  return `${Math.round(perSecond)}/s`;
}
