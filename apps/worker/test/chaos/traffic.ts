import { randomUUID } from 'node:crypto';
import { inTransaction, webhooks } from '@service/core';
import type { Receiver } from '@service/testing';
import { expect } from 'chai';
import { printLateness } from './lateness.ts';
import type { Shop } from './shop.ts';

/** At least this many deliveries go through every fault; `npm run chaos` asks for many more. */
export const DELIVERIES = Number(process.env.CHAOS_DELIVERIES ?? 400);

/** Whether each fault comes as often, and to as many, as we can think of: too long for `npm test`. */
export const IS_FULL_SIZE = DELIVERIES >= 2000;

/** What a receiver saw of each delivery. */
export interface Traffic {
  /** How many requests have come. */
  count(): number;
  /** Delivery ids, each as often as it came. */
  ids: string[];
  /** The orders that the envelopes told of. */
  orderIds: Set<string>;
  /** Deliveries of which two requests were under way at the same time. */
  doubled: Set<string>;
}

/** Watches a receiver, which answers as `answer` says: 200, soon, by default. */
export function watchTraffic(
  receiver: Receiver,
  answer: (nth: number) => { status: number; afterMs: number } = () => ({
    status: 200,
    afterMs: Math.random() * 20,
  }),
): Traffic {
  const underWay = new Set<string>();
  const seen = new Map<string, number>();
  const traffic: Traffic = {
    ids: [],
    orderIds: new Set(),
    doubled: new Set(),
    count: () => traffic.ids.length,
  };
  receiver.answer(({ body }, response) => {
    const { id, data } = JSON.parse(body.toString()) as { id: string; data: { orderId: string } };
    traffic.ids.push(id);
    traffic.orderIds.add(data.orderId);
    seen.set(id, (seen.get(id) ?? 0) + 1);
    if (underWay.has(id)) traffic.doubled.add(id);
    underWay.add(id);
    // Also when the worker was killed and its socket with it.
    response.on('close', () => underWay.delete(id));
    const { status, afterMs } = answer(seen.get(id) ?? 1);
    setTimeout(() => response.writeHead(status).end(), afterMs);
  });
  return traffic;
}

/** Records this many events of the shop's subscription, of an order each; answers the ids of their deliveries. */
export function recordMany(shop: Pick<Shop, 'store' | 'system'>, count: number): Promise<string[]> {
  return recordOf(
    shop,
    Array.from({ length: Math.ceil(count) }, () => randomUUID()),
  );
}

/** Records an event of each of these orders, in this sequence. */
export async function recordOf(
  shop: Pick<Shop, 'store' | 'system'>,
  orderIds: readonly string[],
): Promise<string[]> {
  const known = new Set(await deliveryIds(shop));
  const data = orderIds.map((orderId) => ({
    orderId,
    status: 'paid' as const,
    previousStatus: 'pending' as const,
  }));
  await inTransaction(shop.store.admin, (tx) => webhooks.recordEvents(tx, 'order.paid', data));
  return (await deliveryIds(shop)).filter((id) => !known.has(id));
}

/** Ids of all deliveries. */
async function deliveryIds({ system }: Pick<Shop, 'system'>): Promise<string[]> {
  const rows = await system.db.webhookDelivery.findMany({
    select: { id: true },
    orderBy: [{ nextRetryAt: 'asc' }, { id: 'asc' }],
  });
  return rows.map(({ id }) => id);
}

/** How many deliveries aren't delivered. */
export function countOpen({ system }: Pick<Shop, 'system'>): Promise<number> {
  return system.db.webhookDelivery.count({ where: { status: { not: 'delivered' } } });
}

/**
 * Recorded events = delivered envelopes, by id. Every event of the database made its deliveries, every delivery came and
 * nothing else did; none came twice at a time; and the ledger tells every request: one that came more
 * than once has an attempt before it that is known to have failed or whose end is `unknown`. No number of the sequence is
 * given twice or left out.
 */
export async function assertReconciled(
  { system, receiver }: Pick<Shop, 'system' | 'receiver'>,
  traffic: Traffic,
): Promise<void> {
  printLateness('the store', receiver);
  const subscriptions = await system.db.webhookSubscription.count();
  const events = await system.db.webhookEvent.findMany({ where: { name: 'order.paid' } });
  const deliveries = await system.db.webhookDelivery.findMany({
    include: { ledger: { orderBy: { number: 'asc' } } },
  });
  const came = new Map<string, number>();
  for (const id of traffic.ids) came.set(id, (came.get(id) ?? 0) + 1);

  expect(events.length, 'recorded events').to.be.at.least(DELIVERIES / subscriptions);
  expect(deliveries.length, 'deliveries').to.equal(events.length * subscriptions);
  expect([...came.keys()].sort()).to.deep.equal(deliveries.map(({ id }) => id).sort());
  const orderIds = events.map(({ data }) => (data as { orderId: string }).orderId);
  expect([...traffic.orderIds].sort()).to.deep.equal(orderIds.sort());
  expect([...traffic.doubled], 'two requests at a time').to.deep.equal([]);
  await assertSequences({ system });
  for (const { id, status, attempts, ledger, leaseUntil } of deliveries) {
    const outcomes = ledger.map(({ outcome }) => outcome);
    expect({ status, leaseUntil, numbers: ledger.map(({ number }) => number) }, id).to.deep.equal({
      status: 'delivered',
      leaseUntil: null,
      numbers: Array.from({ length: attempts }, (_, index) => index + 1),
    });
    expect(outcomes, id).to.satisfy((all: string[]) => all.includes('succeeded') && !all.includes('open'));
    expect(came.get(id), `${id}: ${outcomes}`).to.be.at.most(attempts);
  }
}

/** Each subscription's deliveries are numbered from one on, without a gap. */
async function assertSequences({ system }: Pick<Shop, 'system'>): Promise<void> {
  const wrong = await system.db.sql<{ id: string }[]>`
    SELECT subscription_id AS id FROM webhook_deliveries GROUP BY subscription_id
    HAVING min(sequence) <> 1 OR max(sequence) <> count(*) OR count(DISTINCT sequence) <> count(*)`;
  expect(wrong, 'subscriptions with a gap').to.deep.equal([]);
}

/** How many attempts ended in each way. */
export async function outcomes({ system }: Pick<Shop, 'system'>): Promise<Record<string, number>> {
  const groups = await system.db.webhookAttempt.groupBy({ by: ['outcome'], _count: true });
  return Object.fromEntries(groups.map(({ outcome, _count }) => [outcome, _count]));
}
