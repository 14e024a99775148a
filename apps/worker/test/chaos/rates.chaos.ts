import { randomUUID } from 'node:crypto';
import { inTransaction, webhooks } from '@service/core';
import { createStore, type Receiver, startReceiver, until } from '@service/testing';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { openShop, SHORT_LEASE, type Shop } from './shop.ts';
import { type Traffic, watchTraffic } from './traffic.ts';

const SUBSCRIPTIONS = 20;
const MAX_PER_SECOND = 100;

/** For so long each is kept busy at its rate. */
const BUSY_SECONDS = 15;
const WINDOW_MS = 5000;

/** Of a neighbour without a rate, before and meanwhile. */
const NEIGHBOUR_EVENTS = 300;

interface Paced {
  maxPerSecond: number;
  receiver: Receiver;
}

describe('with real processes, subscriptions with a rate', () => {
  let shop: Shop;
  afterEach(() => shop?.close());

  it('get no more than it in any five seconds while a worker is killed and Redis flushed', async function () {
    shop = await openShop(this);
    const traffic = watchTraffic(shop.receiver, () => ({ status: 200, afterMs: 0 }));
    const workers = await Promise.all(Array.from({ length: 3 }, () => shop.startWorker(SHORT_LEASE)));
    const alone = await timeNeighbour(shop, traffic);
    const paced: Paced[] = [];
    for (let index = 0; index < SUBSCRIPTIONS; index += 1)
      paced.push(await startPaced(shop, MAX_PER_SECOND ** (index / (SUBSCRIPTIONS - 1))));
    const come = () => paced.reduce((sum, { receiver }) => sum + receiver.requests.length, 0);
    const all = paced.reduce((sum, { maxPerSecond }) => sum + eventsOf(maxPerSecond), 0);

    await until(() => come() > all / 4, 'a quarter');
    const meanwhile = await timeNeighbour(shop, traffic);
    await workers[0]?.kill();
    await until(() => come() > all / 2, 'half of them');
    const redis = new Redis(shop.redis.url);
    await redis.flushall();
    await redis.quit();

    const isDone = async () =>
      (await shop.system.db.webhookDelivery.count({ where: { status: { not: 'delivered' } } })) === 0;
    await until(isDone, 'all of them');
    console.log(
      `      a neighbour without a rate took ${(meanwhile / alone).toFixed(2)} times as long beside them`,
    );
    for (const { maxPerSecond, receiver } of paced) {
      const most = mostWithin(receiver.requests.map(({ receivedAt }) => receivedAt));
      const allowed = maxPerSecond * (WINDOW_MS / 1000);
      console.log(`      ${maxPerSecond} a second: at most ${most} of ${allowed.toFixed(1)} in five seconds`);
      expect(most, `at ${maxPerSecond} a second`).to.be.at.most(Math.ceil(allowed));
      const ids = new Set(receiver.envelopes().map(({ id }) => id));
      expect(ids, `at ${maxPerSecond} a second`).to.have.property('size', eventsOf(maxPerSecond));
    }
    const open = await shop.system.db.webhookAttempt.count({ where: { outcome: 'open' } });
    expect(open, 'attempts without an end').to.equal(0);
  });
});

function eventsOf(maxPerSecond: number): number {
  return Math.ceil(maxPerSecond * BUSY_SECONDS);
}

/** A store of its own, with all that its subscription is to get. */
async function startPaced(shop: Shop, rate: number): Promise<Paced> {
  const maxPerSecond = Math.round(rate * 10) / 10;
  const receiver = await startReceiver();
  shop.closing.push(receiver.close);
  const store = await createStore(shop.system);
  await webhooks.createSubscription(store.admin, { url: receiver.url, events: ['order.paid'], maxPerSecond });
  await record({ ...shop, store }, eventsOf(maxPerSecond));
  return { maxPerSecond, receiver };
}

async function record({ store }: Pick<Shop, 'store'>, count: number): Promise<void> {
  const data = Array.from({ length: count }, () => ({
    orderId: randomUUID(),
    status: 'paid' as const,
    previousStatus: 'pending' as const,
  }));
  await inTransaction(store.admin, (tx) => webhooks.recordEvents(tx, 'order.paid', data));
}

/** In how many milliseconds the shop's own subscriber, which has no rate, gets what is recorded for it. */
async function timeNeighbour(shop: Shop, traffic: Traffic): Promise<number> {
  const before = traffic.count();
  const startedAt = performance.now();
  await record(shop, NEIGHBOUR_EVENTS);
  await until(() => traffic.count() >= before + NEIGHBOUR_EVENTS, 'the neighbour');
  return performance.now() - startedAt;
}

function mostWithin(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  let most = 0;
  let from = 0;
  for (const [index, time] of sorted.entries()) {
    while ((sorted[from] ?? 0) <= time - WINDOW_MS) from += 1;
    most = Math.max(most, index - from + 1);
  }
  return most;
}
