import { openDeliveryQueue, runPollCycle } from '@service/delivery';
import { refsOf, until } from '@service/testing';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { openShop, type Shop, USUAL_LEASE } from './shop.ts';
import { assertReconciled, countOpen, DELIVERIES, outcomes, recordMany, watchTraffic } from './traffic.ts';

const OFTEN = { WEBHOOK_POLL_INTERVAL_MS: '200' };

describe('with real processes, a Redis that is lost', () => {
  let shop: Shop;
  afterEach(() => shop?.close());

  it('does not fail a payment callback, and the delivery goes out while Redis is still away', async function () {
    shop = await openShop(this);
    const callBack = await shop.startApi();
    const worker = await shop.startWorker(OFTEN);
    await shop.redis.stop();

    const status = await callBack(await shop.payment());

    expect(status).to.equal(200);
    await shop.receiver.received(1);
    expect(await worker.stop(), worker.output()).to.equal(0);
  });

  it('is found by API and worker when it is back, with what was recorded meanwhile', async function () {
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

  it('by a flush, then killed and started empty: every recorded event is delivered once', async function () {
    shop = await openShop(this);
    const traffic = watchTraffic(shop.receiver);
    const queue = openDeliveryQueue({ kind: 'redis', url: shop.redis.url }, () => {});
    await until(queue.isUp, 'the queue');
    await shop.startWorker({ ...USUAL_LEASE, WEBHOOK_CONCURRENCY: '10' });
    const come = (count: number) => until(() => traffic.count() >= count, `${count} requests`);

    await queue.add(refsOf(shop, await recordMany(shop, DELIVERIES * 0.75)));
    await come(DELIVERIES / 10);
    await flush(shop);
    await come(DELIVERIES / 3);
    await shop.redis.kill();
    const whileAway = traffic.count();
    await recordMany(shop, DELIVERIES * 0.25);
    await come(whileAway + 20);
    await shop.redis.start();
    await until(async () => (await countOpen(shop)) === 0, 'all outcomes');

    await assertReconciled(shop, traffic);
    expect(await outcomes(shop)).to.deep.equal({ succeeded: traffic.count() });
    await queue.close();
  });

  it('by a flush while all of them are due: one poll cycle sets everything moving again', async function () {
    shop = await openShop(this);
    const traffic = watchTraffic(shop.receiver);
    const queue = openDeliveryQueue({ kind: 'redis', url: shop.redis.url }, () => {});
    await until(queue.isUp, 'the queue');
    await queue.add(refsOf(shop, await recordMany(shop, DELIVERIES)));
    await flush(shop);

    const { enqueuedTenants } = await runPollCycle(shop.system, {
      queue,
      deliver: async () => null,
      batch: 20,
    });
    // It polls once a minute: what it makes, it makes because the cycle rang.
    await shop.startWorker({ ...USUAL_LEASE, WEBHOOK_POLL_INTERVAL_MS: '60000' });

    expect(enqueuedTenants).to.equal(1);
    await until(async () => (await countOpen(shop)) === 0, 'all outcomes');
    await assertReconciled(shop, traffic);
    await queue.close();
  });
});

async function flush({ redis }: Shop): Promise<void> {
  const client = new Redis(redis.url);
  await client.flushall();
  client.disconnect();
}
