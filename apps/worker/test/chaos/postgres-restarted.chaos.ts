import { migrate } from '@service/db';
import { openDeliveryQueue } from '@service/delivery';
import { refsOf, startTestPostgres, type TestPostgres, until } from '@service/testing';
import { expect } from 'chai';
import { openShop, SHORT_LEASE, type Shop } from './shop.ts';
import { assertReconciled, countOpen, DELIVERIES, outcomes, recordMany, watchTraffic } from './traffic.ts';

describe('with real processes, a Postgres that is restarted', () => {
  let shop: Shop;
  let postgres: TestPostgres;
  afterEach(async () => {
    await shop?.close();
    await postgres?.close();
  });

  it('by a power cut and by hand: what was committed is delivered, and every outcome is told', async function () {
    postgres = await startTestPostgres();
    await migrate(postgres.url);
    shop = await openShop(this, { databaseUrl: postgres.url });
    const traffic = watchTraffic(shop.receiver);
    const queue = openDeliveryQueue({ kind: 'redis', url: shop.redis.url }, () => {});
    await until(queue.isUp, 'the queue');
    await Promise.all([shop.startWorker(SHORT_LEASE), shop.startWorker(SHORT_LEASE)]);
    const come = (count: number) => until(() => traffic.count() >= count, `${count} requests`);
    // Whether a change was committed whose answer the cut took, only the database knows.
    const record = (count: number) => recordMany(shop, count).catch(() => []);

    await queue.add(refsOf(shop, await record(DELIVERIES / 2)));
    await come(DELIVERIES / 10);
    const underWay = record(100);
    await postgres.kill();
    await underWay;
    await postgres.start();
    await until(async () => (await record(DELIVERIES / 2)).length > 0, 'a database that records');
    await come(DELIVERIES * 0.7);
    await postgres.stop();
    await postgres.start();
    // Also those that a lease outran: nobody was killed, so each of them is recorded.
    const isDone = async () => (await countOpen(shop)) === 0 && (await outcomes(shop)).open === undefined;
    await until(() => isDone().catch(() => false), 'all outcomes');

    await assertReconciled(shop, traffic);
    const { succeeded = 0, failed = 0, unknown = 0, ...others } = await outcomes(shop);
    expect(others).to.deep.equal({});
    expect(succeeded + failed + unknown).to.be.at.least(traffic.count());
    await queue.close();
  });
});
