import {
  Capacity,
  createEngine,
  createSender,
  type DeliveryQueue,
  openDeliveryQueue,
  type PollOptions,
  runPollCycle,
} from '@service/delivery';
import { LEASE_MS, RETRY_DELAYS_MS, refsOf, until } from '@service/testing';
import { expect } from 'chai';
import { openShop, type Shop, USUAL_LEASE, untilSteady } from './shop.ts';
import { assertReconciled, countOpen, DELIVERIES, outcomes, recordMany, watchTraffic } from './traffic.ts';

/** A poll that takes many at a time itself, so that it gets in the way of the queue's consumers. */
const GREEDY_POLL = { ...USUAL_LEASE, WEBHOOK_POLL_INTERVAL_MS: '50', WEBHOOK_POLL_BATCH: '200' };

/** Sets every clock of a process off by this, as its JavaScript reads them. */
function skewed(ms: number): Record<string, string> {
  const program = `
    const True = Date;
    globalThis.Date = class extends True {
      constructor(...given) { given.length > 0 ? super(...given) : super(True.now() + ${ms}); }
      static now() { return True.now() + ${ms}; }
    };`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}` };
}

describe('with real processes, two workers and the poll', () => {
  let shop: Shop;
  afterEach(() => shop?.close());

  async function deliverSome(queue: DeliveryQueue): Promise<void> {
    queue.enqueue(await recordMany(shop, 20), shop.store.tenantId);
    await until(async () => (await countOpen(shop)) === 0, 'all outcomes');
  }

  it('that race for the same deliveries make each of them once', async function () {
    shop = await openShop(this);
    const traffic = watchTraffic(shop.receiver);
    const queue = openDeliveryQueue({ kind: 'redis', url: shop.redis.url }, () => {});
    await until(queue.isUp, 'the queue');
    await Promise.all([shop.startWorker(GREEDY_POLL), shop.startWorker(GREEDY_POLL)]);
    const sender = createSender({
      ...shop.services.subscriberUrls,
      timeoutMs: 10_000,
      userAgent: 'commerce-service/test',
    });
    // A third poll, which believes of no delivery that it has a job.
    const { deliver } = createEngine(shop.system, {
      sender,
      schedule: RETRY_DELAYS_MS,
      leaseMs: LEASE_MS,
      capacity: new Capacity(50),
      enqueueTenant: () => {},
    });
    const blind: PollOptions['queue'] = {
      findUnqueued: async (refs) => [...refs],
      addTenants: async () => {},
    };

    await queue.add(refsOf(shop, await recordMany(shop, DELIVERIES)));
    while ((await countOpen(shop)) > 0) await runPollCycle(shop.system, { queue: blind, deliver, batch: 25 });

    await assertReconciled(shop, traffic);
    expect(await outcomes(shop)).to.deep.equal({ succeeded: traffic.count() });
    expect(traffic.count()).to.equal(DELIVERIES);
    sender.close();
    await queue.close();
  });

  it('whose clocks are 400 ms apart retry without the help of a poll', async function () {
    shop = await openShop(this);
    const traffic = watchTraffic(shop.receiver, (nth) => ({ status: nth === 1 ? 503 : 200, afterMs: 0 }));
    const queue = openDeliveryQueue({ kind: 'redis', url: shop.redis.url }, () => {});
    await until(queue.isUp, 'the queue');
    // Fewer at a time than there are, so that retries go by the store as well as one by one. It polls once an hour.
    const env = { WEBHOOK_CONCURRENCY: '5', WEBHOOK_RETRY_DELAYS: '1s,1s,1s,1s,1s,1s' };
    const workers = await Promise.all([
      shop.startWorker({ ...env, ...skewed(200) }),
      shop.startWorker({ ...env, ...skewed(-200) }),
    ]);

    queue.enqueue(await recordMany(shop, DELIVERIES), shop.store.tenantId);

    await until(async () => (await countOpen(shop)) === 0, 'all outcomes');
    await assertReconciled(shop, traffic);
    expect(await outcomes(shop)).to.deep.equal({ succeeded: DELIVERIES, failed: DELIVERIES });
    await untilSteady(workers, () => deliverSome(queue));
    await queue.close();
  });

  it('whose clocks are two minutes apart never send twice at a time, nor retry too early', async function () {
    shop = await openShop(this);
    // One of ten fails the first time, one of twenty takes a while, so that leases and due times of one worker
    // stand long enough for the other to look at them.
    const traffic = watchTraffic(shop.receiver, (nth) => {
      const came = traffic.count();
      if (nth === 1 && came % 10 === 0) return { status: 503, afterMs: 0 };
      return { status: 200, afterMs: came % 20 === 1 ? 1000 : 0 };
    });
    const queue = openDeliveryQueue({ kind: 'redis', url: shop.redis.url }, () => {});
    await until(queue.isUp, 'the queue');
    const workers = await Promise.all([
      shop.startWorker({ ...GREEDY_POLL, ...skewed(60_000) }),
      shop.startWorker({ ...GREEDY_POLL, ...skewed(-60_000) }),
    ]);

    const ids = await recordMany(shop, DELIVERIES);
    // Due for so long that both would believe it by their own clocks.
    await shop.system.db.sql.count`
      UPDATE webhook_deliveries SET next_retry_at = next_retry_at - interval '5 minutes'`;
    await queue.add(refsOf(shop, ids));
    await until(async () => (await countOpen(shop)) === 0, 'all outcomes');

    await assertReconciled(shop, traffic);
    const { succeeded, failed = 0, ...others } = await outcomes(shop);
    expect({ succeeded, others }).to.deep.equal({ succeeded: DELIVERIES, others: {} });
    expect(failed).to.be.above(0);
    const tooEarly = await shop.system.db.sql<{ id: string }[]>`
      SELECT delivery_id AS id FROM webhook_attempts first JOIN webhook_attempts second USING (delivery_id)
      WHERE second.number = first.number + 1 AND second.started_at < first.finished_at + interval '1 second'`;
    expect(tooEarly).to.deep.equal([]);
    await untilSteady(workers, () => deliverSome(queue));
    await queue.close();
  });
});
