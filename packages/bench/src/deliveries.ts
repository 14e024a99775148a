// Deliveries a second through worker processes, beside a bare program in the same run: job, signature, request, no database.
// `npm run bench deliveries [count] [rounds]`. Every round runs each of them once, every other one in the opposite order;
// a ratio is the median of the rounds' own. Then the time from a commit to the first byte at the subscriber, at low load.

import { availableParallelism } from 'node:os';
import { DELIVERY_QUEUE, type DeliveryRef } from '@service/delivery';
import { startServiceProcess } from '@service/testing';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import type { BareJob } from './deliveries/bare-job.ts';
import { type CpuUse, meterServers } from './deliveries/cpu.ts';
import { measureFirstByte } from './deliveries/first-byte.ts';
import { type Profiling, profileLayers } from './deliveries/layers.ts';
import { machine } from './deliveries/machine.ts';
import { startProgram } from './deliveries/program.ts';
import { openShop, type Store } from './deliveries/shop.ts';
import { describeWrites, readWrites } from './deliveries/writes.ts';

const COUNT = Number(process.argv[2] ?? 10_000);
const ROUNDS = Number(process.argv[3] ?? 5);
/** BENCH_ONLY='bare,a job each' leaves the others out. */
const ONLY = process.env.BENCH_ONLY?.split(',');
const STORES = 20;
/** The deliveries of one store with a slow subscriber. */
const SLOW = { count: Math.ceil(COUNT / 4), answerAfterMs: 100 };

interface Result {
  perSecond: number;
  /** For one delivery, by process. */
  cpuMs: CpuUse;
  /** When it began and ended, as `process.hrtime.bigint()` says. */
  from: bigint;
  to: bigint;
}

const shop = await openShop();
const redis = new Redis(process.env.BENCH_REDIS_URL ?? '', { maxRetriesPerRequest: null });
const receiver = await startProgram<{ port: number }>('receiver');
const url = `http://127.0.0.1:${receiver.said.port}`;

const CONTESTANTS = {
  bare: measureBare,
  'a job each': () => measureWorkers(1, COUNT, fillStores),
  'one store': () => measureWorkers(1, COUNT, fillOneStore),
  'full 2 kB': () => measureFull(2),
  'full 16 kB': () => measureFull(16),
  'full 64 kB': () => measureFull(64),
  'two workers': () => measureWorkers(2, COUNT, fillStores),
  slow: () => measureWorkers(1, SLOW.count, fillSlowStore),
  'slow, two workers': () => measureWorkers(2, SLOW.count, fillSlowStore),
} satisfies Record<string, () => Promise<Result>>;
type Contestant = keyof typeof CONTESTANTS;

process.stdout.write(`${machine()}; ${COUNT} deliveries (slow: ${SLOW.count}), ${ROUNDS} rounds\n`);
const results: Record<Contestant, Result>[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const names = (Object.keys(CONTESTANTS) as Contestant[]).filter(hasRun);
  const result = {} as Record<Contestant, Result>;
  for (const name of round % 2 === 0 ? names : names.reverse()) result[name] = await CONTESTANTS[name]();
  results.push(result);
  const rates = names.map((name) => `${name} ${rate(result[name].perSecond)}`).sort();
  process.stdout.write(`round ${round + 1}: ${rates.join(', ')}\n`);
}
for (const name of ['bare', 'a job each', 'one store', 'two workers'] as const) showCpu(name);
for (const name of ['full 2 kB', 'full 16 kB', 'full 64 kB'] as const) showFull(name);
if (hasRun('a job each')) await showLayers('a job each', fillStores);
if (hasRun('one store')) await showLayers('one store', fillOneStore);
showRatio('a job each', 'bare', 0.7);
showRatio('one store', 'bare', 0.7);
showRatio('slow, two workers', 'slow', 1.7);
showRatio('two workers', 'a job each', 1.7);
if (!ONLY) {
  showCores();
  await measureFirstByte(shop);
}
receiver.stop();
redis.disconnect();
await shop.close();

/** A job for each, of many stores. */
async function fillStores(count: number): Promise<Store[]> {
  const stores: Store[] = [];
  for (let made = 0; made < STORES; made += 1) stores.push(await shop.store(`${url}/${made}`));
  const filled: DeliveryRef[][] = [];
  for (const [index, store] of stores.entries())
    filled.push(
      await store.fill(Math.floor((count * (index + 1)) / STORES) - Math.floor((count * index) / STORES)),
    );
  // In turns, as stores at work at the same time make them.
  const longest = Math.max(...filled.map((refs) => refs.length));
  await shop.queue.add(
    Array.from({ length: longest }, (_, place) => filled.map((refs) => refs[place] ?? [])).flat(2),
  );
  return stores;
}

/** All of one store at once: a job for each of the first, and one for the others. */
async function fillOneStore(count: number, path = '/', kB = 0): Promise<Store[]> {
  const store = await shop.store(url + path);
  const ids = (await store.fill(count, kB)).map(({ id }) => id);
  shop.queue.enqueue(ids, store.tenantId);
  return [store];
}

/** Like `one store`, whose subscription has full payloads of this size. */
function measureFull(kB: number): Promise<Result> {
  return measureWorkers(1, COUNT, (count) => fillOneStore(count, '/', kB));
}

function fillSlowStore(count: number): Promise<Store[]> {
  return fillOneStore(count, `/after/${SLOW.answerAfterMs}`);
}

async function measureWorkers(
  processes: number,
  count: number,
  fill: (count: number) => Promise<Store[]>,
  profiling?: Profiling,
): Promise<Result & { writes: string }> {
  const queue = new Queue(DELIVERY_QUEUE, { connection: redis });
  await queue.pause();
  const stores = await fill(count);
  const workers = await Promise.all(
    Array.from({ length: processes }, () =>
      startServiceProcess('worker', shop.workerEnv, undefined, profiling?.nodeArgs),
    ),
  );
  const before = await readWrites(shop.system);
  const pids = workers.map(({ pid }, index) => [index === 0 ? 'worker' : 'second worker', pid]);
  const result = await race(count, Object.fromEntries(pids), () => queue.resume());
  await Promise.all(workers.map((worker) => worker.stop()));
  await queue.close();
  await assertEachOnce(count, stores);
  const writes = describeWrites(before, await readWrites(shop.system), count);
  return { ...result, writes };
}

/** Every attempt is in the ledger, and none was made twice. */
async function assertEachOnce(count: number, stores: Store[]): Promise<void> {
  const tenantId = { in: stores.map((store) => store.tenantId) };
  const attempts = await shop.system.db.webhookAttempt.count({ where: { tenantId } });
  const succeeded = await shop.system.db.webhookAttempt.count({ where: { tenantId, outcome: 'succeeded' } });
  const { seen } = await receiver.ask<{ seen: number }>({ ask: 'seen' });
  if (attempts === count && succeeded === count && seen === count) return;
  throw new Error(
    `${count} deliveries, ${seen} requests, ${attempts} attempts, ${succeeded} of them succeeded`,
  );
}

async function measureBare(): Promise<Result> {
  const queueName = `bare-${Date.now()}`;
  const queue = new Queue<BareJob>(queueName, { connection: redis });
  await queue.pause();
  const envelope = {
    id: '9a1d6d0e-5d51-4a7e-bd0b-4f7c9b0f7b52',
    event: 'order.paid',
    occurredAt: new Date().toISOString(),
    data: { orderId: '9a1d6d0e-5d51-4a7e-bd0b-4f7c9b0f7b52', status: 'paid', previousStatus: 'pending' },
  };
  const data = { url: `${url}/`, secret: 'whsec_bench', envelope };
  for (let start = 0; start < COUNT; start += 1000)
    await queue.addBulk(
      Array.from({ length: Math.min(1000, COUNT - start) }, () => ({ name: 'deliver', data })),
    );
  const worker = await startProgram('bare-worker', { BENCH_QUEUE: queueName });
  const result = await race(COUNT, { worker: worker.pid }, () => queue.resume());
  worker.stop();
  await queue.obliterate({ force: true });
  await queue.close();
  return result;
}

/** The rate from the first request to the last, as the receiver saw them. */
async function race(
  count: number,
  pids: Record<string, number>,
  start: () => Promise<void>,
): Promise<Result> {
  await receiver.ask({ ask: 'count', upTo: count });
  const cpu = await meterServers(shop.system, redis, { subscriber: receiver.pid, ...pids });
  const before = cpu.read();
  const from = process.hrtime.bigint();
  const done = receiver.next<{ ms: number }>();
  await start();
  const { ms } = await done;
  const to = process.hrtime.bigint();
  const after = cpu.read();
  const cpuMs = Object.entries(after).map(([name, taken]) => [name, (taken - (before[name] ?? 0)) / count]);
  return { perSecond: (count / ms) * 1000, cpuMs: Object.fromEntries(cpuMs), from, to };
}

function showRatio(name: Contestant, to: Contestant, aim: number): void {
  if (!hasRun(name) || !hasRun(to)) return;
  const ratio = median(results.map((result) => result[name].perSecond / result[to].perSecond));
  const [mine, theirs] = [median(perSecondOf(name)), median(perSecondOf(to))];
  process.stdout.write(
    `${name} ${rate(mine)} beside ${to} ${rate(theirs)}: ratio ${ratio.toFixed(2)} (aim ${aim})\n`,
  );
}

function showFull(name: Contestant): void {
  showCpu(name);
  if (!hasRun(name) || !hasRun('one store')) return;
  process.stdout.write(
    `${name} takes ${(cpuOf(name) / cpuOf('one store')).toFixed(2)} times the CPU of one store\n`,
  );
}

function showCpu(name: Contestant): void {
  if (!hasRun(name)) return;
  const parts = Object.keys(results[0]?.[name].cpuMs ?? {}).map(
    (process) => `${process} ${median(results.map((result) => result[name].cpuMs[process] ?? 0)).toFixed(2)}`,
  );
  process.stdout.write(
    `${name}, CPU ms a delivery: ${parts.join(', ')}; together ${cpuOf(name).toFixed(2)}\n`,
  );
}

/**
 * In a run of its own, because profiling slows a worker down. It shows time and not CPU: waking another process includes waiting.
 */
async function showLayers(name: Contestant, fill: (count: number) => Promise<Store[]>): Promise<void> {
  const profiling = profileLayers();
  const { from, to, writes } = await measureWorkers(1, COUNT, fill, profiling);
  process.stdout.write(`${name}, time of the worker: ${profiling.read(from, to)}\n`);
  process.stdout.write(`${name}, PostgreSQL for a delivery: ${writes}\n`);
}

/** The upper limit by the cores of an idle machine: workers and servers share them, and a worker has one. */
function showCores(): void {
  const cores = availableParallelism();
  const mostOf = (name: Contestant) => (cores * 1000) / cpuOf(name);
  const ofOne = median(results.map((result) => result['a job each'].cpuMs.worker ?? 0));
  const one = Math.min(1000 / ofOne, mostOf('a job each'));
  const two = Math.min(2000 / ofOne, mostOf('two workers'));
  process.stdout.write(
    `by the CPU that they take, ${cores} cores for everything allow one worker ${rate(one)} and two ${rate(two)}: ${(two / one).toFixed(2)} times\n`,
  );
}

function hasRun(name: Contestant): boolean {
  return ONLY?.includes(name) ?? true;
}

function cpuOf(name: Contestant): number {
  return median(results.map((result) => Object.values(result[name].cpuMs).reduce((sum, ms) => sum + ms, 0)));
}

function perSecondOf(name: Contestant): number[] {
  return results.map((result) => result[name].perSecond);
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function rate(perSecond: number): string {
  return `${Math.round(perSecond)}/s`;
}
