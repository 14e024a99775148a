import { randomUUID } from 'node:crypto';
import { webhooks } from '@service/core';
import { openDeliveryQueue } from '@service/delivery';
import { refsOf, type ServiceProcess, until } from '@service/testing';
import { expect } from 'chai';
import { openShop, SHORT_LEASE, type Shop } from './shop.ts';
import {
  assertReconciled,
  countOpen,
  DELIVERIES,
  IS_FULL_SIZE,
  outcomes,
  recordMany,
  recordOf,
  type Traffic,
  watchTraffic,
} from './traffic.ts';

const KILLS = IS_FULL_SIZE ? 4 : 3;
const CONCURRENCY = 20;
/** What one worker may have sent and not recorded: its requests under way, and a group whose outcomes wait (engine.ts). */
const UNRECORDED = CONCURRENCY + 100;

describe('with real processes, workers that are killed', () => {
  let shop: Shop;
  afterEach(() => shop?.close());

  it('at any moment: every event is delivered, and only what had no known end again (L2)', async function () {
    shop = await openShop(this);
    const traffic = watchTraffic(shop.receiver);
    const queue = openDeliveryQueue({ kind: 'redis', url: shop.redis.url }, () => {});
    await until(queue.isUp, 'the queue');
    const start = () => shop.startWorker({ ...SHORT_LEASE, WEBHOOK_CONCURRENCY: String(CONCURRENCY) });
    const workers: ServiceProcess[] = await Promise.all([start(), start()]);

    for (let killed = 0; killed < KILLS; killed += 1) {
      const victim = workers.shift() as ServiceProcess;
      const before = traffic.count();
      const after = 1 + (Math.random() * DELIVERIES) / KILLS / 2;
      await queue.add(refsOf(shop, await recordMany(shop, DELIVERIES / KILLS)));
      await until(() => traffic.count() - before >= after, 'further requests');
      await victim.kill();
      workers.push(await start());
    }

    await until(async () => (await countOpen(shop)) === 0, 'all outcomes');
    await assertReconciled(shop, traffic);
    expect((await outcomes(shop)).unknown, 'attempts that a kill cut off').to.be.above(0);
    const twice = await countSentAgain(shop, traffic);
    console.log(`      ${twice} of ${DELIVERIES} deliveries were sent again after ${KILLS} kills`);
    expect(twice, 'sent again').to.be.at.most(KILLS * UNRECORDED);
    await queue.close();
  });

  it('while an ordered subscription is sent: events of one order still arrive in sequence', async function () {
    shop = await openShop(this);
    const { admin } = shop.store;
    await webhooks.updateSubscription(admin, shop.subscriptionId, { ordered: true });
    const traffic = watchTraffic(shop.receiver);
    const queue = openDeliveryQueue({ kind: 'redis', url: shop.redis.url }, () => {});
    await until(queue.isUp, 'the queue');
    const start = () => shop.startWorker({ ...SHORT_LEASE, WEBHOOK_CONCURRENCY: '20' });
    const workers: ServiceProcess[] = await Promise.all([start(), start()]);
    const orderIds = Array.from({ length: 40 }, () => randomUUID());

    for (let killed = 0; killed < KILLS; killed += 1) {
      const before = traffic.count();
      await queue.add(refsOf(shop, await recordOf(shop, [...orderIds, ...orderIds, ...orderIds])));
      await until(() => traffic.count() - before >= 40 * Math.random(), 'further requests');
      await workers.shift()?.kill();
      workers.push(await start());
    }

    await until(async () => (await countOpen(shop)) === 0, 'all outcomes');
    const recorded = await shop.system.db.webhookDelivery.findMany({ orderBy: { position: 'asc' } });
    expect(recorded).to.have.length(40 * 3 * KILLS);
    const came = [...new Set(traffic.ids)];
    for (const orderId of orderIds) {
      const ofOrder = recorded.filter(({ resourceId }) => resourceId === orderId);
      const ids = ofOrder.map(({ id }) => id);
      expect(came.filter((id) => ids.includes(id))).to.deep.equal(ids);
      const numbers = ofOrder.map(({ sequence }) => Number(sequence));
      expect(numbers).to.deep.equal(numbers.toSorted((a, b) => a - b));
    }
    const all = recorded.map(({ sequence }) => Number(sequence)).sort((a, b) => a - b);
    expect(all).to.deep.equal(all.map((_, index) => index + 1));
    await queue.close();
  });
});

/** How many deliveries the receiver got again because nobody knew how an attempt had ended. */
async function countSentAgain({ system }: Pick<Shop, 'system'>, traffic: Traffic): Promise<number> {
  const cutOff = await system.db.webhookAttempt.findMany({ where: { outcome: 'unknown' } });
  const ids = new Set(cutOff.map(({ deliveryId }) => deliveryId));
  const came = traffic.ids.filter((id) => ids.has(id));
  return came.length - new Set(came).size;
}
