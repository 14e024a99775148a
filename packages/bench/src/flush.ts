// A Redis that loses everything while very much is due, and how soon all of it is moving again. `npm run bench flush [due] [stores]`:
// 200,000 deliveries, half of them of one store and the rest of 200 others; one worker with its usual poll of 30 seconds. A store is
// moving when its subscriber has had a request. The aim is one poll interval after the flush.
import { startServiceProcess, until } from '@service/testing';
import { Redis } from 'ioredis';
import { machine } from './deliveries/machine.ts';
import { startProgram } from './deliveries/program.ts';
import { openShop } from './deliveries/shop.ts';

const DUE = Number(process.argv[2] ?? 200_000);
const STORES = Number(process.argv[3] ?? 200);
const POLL_INTERVAL_MS = 30_000;
const WATCH_MS = 15_000;

const shop = await openShop();
const redis = new Redis(process.env.BENCH_REDIS_URL ?? '', { maxRetriesPerRequest: null });
const receiver = await startProgram<{ port: number }>('receiver');
const url = `http://127.0.0.1:${receiver.said.port}`;

process.stdout.write(`${machine()}; ${DUE} due, half of one store, the rest of ${STORES} others\n`);
const large = await shop.store(`${url}/`);
for (let filled = 0; filled < DUE / 2; filled += 20_000)
  await shop.queue.add(await large.fill(Math.min(20_000, DUE / 2 - filled)));
for (let made = 0; made < STORES; made += 1) {
  const store = await shop.store(`${url}/`);
  await shop.queue.add(await store.fill(Math.floor(DUE / 2 / STORES)));
}
const { db } = shop.system;
const [{ due }] = await db.sql<[{ due: number }]>`
  SELECT count(*)::int AS due FROM webhook_deliveries WHERE status = 'pending'`;

await redis.flushall();
const flushedAt = performance.now();
const worker = await startServiceProcess('worker', {
  ...shop.workerEnv,
  WEBHOOK_POLL_INTERVAL_MS: String(POLL_INTERVAL_MS),
});
const movingAt = new Map<number, number>();
for (const share of [0.01, 0.5, 1]) {
  await until(
    async () => (await moving()) >= Math.ceil(share * (STORES + 1)),
    `${share} of all stores to move`,
  );
  movingAt.set(share, (performance.now() - flushedAt) / 1000);
}
const seenBefore = await seen();
await new Promise((resolve) => setTimeout(resolve, WATCH_MS));
const perSecond = ((await seen()) - seenBefore) / (WATCH_MS / 1000);
await worker.stop();

const [first = 0, half = 0, all = 0] = movingAt.values();
process.stdout.write(
  `${due} were due; after the flush the first store moved in ${first.toFixed(1)} s, half of ${STORES + 1} in ${half.toFixed(1)} s, all in ` +
    `${all.toFixed(1)} s (poll interval ${POLL_INTERVAL_MS / 1000} s); then ${Math.round(perSecond)} deliveries/s\n`,
);
const afterFirstPollMs = all * 1000 - POLL_INTERVAL_MS;
process.stdout.write(
  afterFirstPollMs < POLL_INTERVAL_MS
    ? `Everything due was moving ${(afterFirstPollMs / 1000).toFixed(1)} s after the first poll cycle began.\n`
    : 'NOT everything due was moving within a poll interval.\n',
);
process.exitCode = afterFirstPollMs < POLL_INTERVAL_MS ? 0 : 2;
receiver.stop();
redis.disconnect();
await shop.close();

async function moving(): Promise<number> {
  const [row] = await db.sql<{ stores: number }[]>`
    SELECT count(*)::int AS stores FROM webhook_subscriptions s
    WHERE EXISTS (SELECT FROM webhook_attempts a WHERE a.tenant_id = s.tenant_id AND a.subscription_id = s.id)`;
  return row?.stores ?? 0;
}

async function seen(): Promise<number> {
  return (await receiver.ask<{ seen: number }>({ ask: 'seen' })).seen;
}
