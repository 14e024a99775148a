import { openDeliveryQueue } from '@service/queue';
import { until } from '@service/testing';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { recordEvents } from '../scene.ts';
import { openShop, type Shop } from './shop.ts';

const OFTEN = { WEBHOOK_POLL_INTERVAL_MS: '200' };

describe('with real processes, a Redis that is lost', () => {
  let shop: Shop;
  afterEach(() => shop?.close());

  it('does not fail a payment callback, and the delivery goes out while Redis is still away', async function () {
    this.timeout(60_000);
    shop = await openShop(this);
    const callBack = await shop.startApi();
    const worker = await shop.startWorker(OFTEN);
    await shop.redis.stop();

    const status = await callBack(await shop.payment());

    expect(status).to.equal(200);
    await shop.receiver.received(1);
    expect(await worker.stop(), worker.output()).to.equal(0);
  });

  it('is found again by API and worker when it is back, for what was recorded meanwhile and what comes later', async function () {
    this.timeout(60_000);
    shop = await openShop(this);
    const callBack = await shop.startApi();
    await shop.redis.stop();
    expect(await callBack(await shop.payment())).to.equal(200);
    // Its first poll is a second away: by then Redis is back.
    const worker = await shop.startWorker({ WEBHOOK_POLL_INTERVAL_MS: '1000' });
    await shop.redis.start();
    await shop.receiver.received(1);
    await worker.kill();

    // Without any poll: the queue alone carries this one.
    await shop.startWorker();
    await until(async () => {
      await callBack(await shop.payment());
      return shop.receiver.requests.length > 1;
    }, 'a delivery by the queue');
  });

  it('and flushed with 500 deliveries waiting: all of them arrive, each once', async function () {
    this.timeout(60_000);
    shop = await openShop(this);
    const queue = openDeliveryQueue({ kind: 'redis', url: shop.redis.url }, () => {});
    await until(queue.isUp, 'the queue');
    const ids = await recordEvents(shop, 500);
    await queue.enqueue(ids);
    const flushed = flushAfter(shop, 30);
    await shop.startWorker({ ...OFTEN, WEBHOOK_CONCURRENCY: '5' });

    await flushed;
    await shop.receiver.received(500);

    const delivered = () => shop.system.db.webhookDelivery.count({ where: { status: 'delivered' } });
    await until(async () => (await delivered()) === 500, 'all outcomes');
    const received = shop.receiver.envelopes().map(({ id }) => id);
    expect([...received].sort()).to.deep.equal([...ids].sort());
    await queue.close();
  });
});

/** Wipes the Redis when this many requests have come; they are answered only after that. */
async function flushAfter({ receiver, redis }: Shop, count: number): Promise<void> {
  const client = new Redis(redis.url);
  let flushing: Promise<unknown> | undefined;
  receiver.answer(async (_request, response) => {
    if (receiver.requests.length >= count) {
      flushing ??= client.flushall();
      await flushing;
    }
    response.writeHead(200).end();
  });
  await until(() => flushing !== undefined, 'the flush', { timeoutMs: 30_000 });
  await flushing;
  client.disconnect();
}
