import { groupsByStore, type OfStore } from '@service/db';
import type { DeliveryContext } from './context.ts';
import type { DeliveryQueue } from './delivery-queue.ts';
import { type DueInTurn, findDueInTurns, findDueStores } from './due-subscriptions.ts';
import type { Deliver } from './engine.ts';
import { type DeliveryRef, deliveriesByKey } from './refs.ts';

export interface PollOptions {
  queue: Pick<DeliveryQueue, 'findUnqueued' | 'addTenants'>;
  deliver: Deliver;
  /** How many deliveries one cycle sends itself. */
  batch: number;
  /** A delivery that has been due for longer is sent here even if it has a job, which no worker has started. Default: never. */
  believedForMs?: number;
  /** How many deliveries a cycle checks, in turns of all subscribers. */
  lookAt?: number;
  /** Ends the cycle after the delivery that is being sent. */
  signal?: AbortSignal;
}

export interface PollCycle {
  /** Deliveries that the cycle sent itself, one after another. */
  delivered: number;
  /** The stores that have more than that and were enqueued. */
  enqueuedTenants: number;
  /**
   * Deliveries that are due for longer than the queue takes, without a job, and that don't wait for capacity: 0 in a steady
   * state.
   */
  found: number;
}

/** Deliveries that are due for a shorter time may still be on their way to the queue. */
const ON_ITS_WAY_MS = 1000;

const LOOK_AT = 1000;

/**
 * Finds deliveries that are due and have no live job: those that a failed enqueue, a lost Redis or a killed worker left. A job
 * that no worker has started for long is ignored; the delivery's lease prevents a second attempt at the same time. The cycle
 * sends the first few itself, so that deliveries are sent even while the queue is away, and enqueues each store that has more, so
 * that a flushed Redis is whole again after one cycle however much was due. Subscribers take turns: one with ten thousand due
 * neither fills the batch nor hides the others.
 */
export async function runPollCycle(system: DeliveryContext, options: PollOptions): Promise<PollCycle> {
  const { own, enqueuedTenants, found } = await sortDue(system, options);
  let delivered = 0;
  for (const each of own) {
    if (options.signal?.aborted) break;
    // The longest due comes first, in every cycle: one that can't be sent must not delay the others.
    await options
      .deliver(each)
      .catch((err) => system.log.error({ err, deliveryId: each.id }, 'a delivery of the poll failed'));
    delivered += 1;
  }
  return { delivered, enqueuedTenants, found };
}

/** Chooses the deliveries that this cycle sends itself; the stores of all others without a job are enqueued. */
async function sortDue(
  system: DeliveryContext,
  { queue, batch, lookAt = LOOK_AT, believedForMs = Number.POSITIVE_INFINITY }: PollOptions,
) {
  const due = await findDueInTurns(system, { perSubscription: batch, limit: lookAt });
  const unqueued = await queue.findUnqueued(due).catch(() => undefined);
  const isUnqueued = new Set((unqueued ?? due).map(({ id }) => id));
  const isOverdue = ({ id, overdueMs }: DueInTurn) => isUnqueued.has(id) && overdueMs > ON_ITS_WAY_MS;
  const found = await countOrphaned(system, due.filter(isOverdue));
  // While the queue is away or refuses, the cycle's own batch is all that can be sent.
  if (!unqueued) return { own: due.slice(0, batch), enqueuedTenants: 0, found };

  const orphaned = due.filter(({ id, overdueMs }) => isUnqueued.has(id) || overdueMs > believedForMs);
  const own = orphaned.slice(0, batch);
  const left = new Set(orphaned.slice(batch).map(({ id }) => id));
  const stores =
    due.length === lookAt
      ? await findDueStores(system)
      : due.filter(({ id, isLast }) => isLast || left.has(id)).map(({ tenantId }) => tenantId);
  return { own, found, enqueuedTenants: await enqueueTenantsOf(system, queue, [...new Set(stores)]) };
}

async function enqueueTenantsOf(system: DeliveryContext, queue: PollOptions['queue'], tenantIds: string[]) {
  try {
    if (tenantIds.length > 0) await queue.addTenants(tenantIds);
    return tenantIds.length;
  } catch (err) {
    system.log.warn(
      { err, stores: tenantIds.length },
      'the queue took no deliveries back; the next cycle tries again',
    );
    return 0;
  }
}

/** For this long after its beginning, an attempt shows that its subscription is being handled. */
const WORKED_OFF_MS = 1000;

/**
 * Counts, among deliveries that are due and have no job, those that no worker will send. The others wait for capacity: their
 * subscription has something under way that is no newer, or had it a moment ago. Why so: only the worker that has deferred a
 * delivery knows it, and it sends those that have been due longest first.
 */
async function countOrphaned(system: DeliveryContext, deliveries: readonly DeliveryRef[]): Promise<number> {
  if (deliveries.length === 0) return 0;
  let count = 0;
  for (const { of, rows } of groupsByStore(system.db, deliveries))
    count += await countOrphanedOf(system, of, rows);
  return count;
}

async function countOrphanedOf(
  { db, dbNow }: DeliveryContext,
  of: OfStore,
  deliveries: readonly DeliveryRef[],
): Promise<number> {
  const [row] = await db.sql<{ count: number }[]>`
    SELECT count(*)::int AS count
    FROM ${deliveriesByKey(deliveries, of)} AS d
    WHERE is_due(d.next_retry_at, d.lease_until, ${dbNow()}) AND NOT EXISTS (
      SELECT FROM webhook_attempts a JOIN webhook_deliveries ahead ON ahead.tenant_id = a.tenant_id AND ahead.id = a.delivery_id ${of('ahead.tenant_id')}
      WHERE a.tenant_id = d.tenant_id AND a.subscription_id = d.subscription_id AND a.finished_at IS NULL AND a.outcome = 'open'
        AND ahead.created_at <= d.next_retry_at AND ahead.lease_until > ${dbNow()}
        ${of('a.tenant_id')}
    ) AND NOT EXISTS (
      SELECT FROM webhook_attempts a JOIN webhook_deliveries ahead ON ahead.tenant_id = a.tenant_id AND ahead.id = a.delivery_id ${of('ahead.tenant_id')}
      WHERE a.tenant_id = d.tenant_id AND a.subscription_id = d.subscription_id AND ahead.created_at <= d.next_retry_at
        AND a.started_at > ${dbNow()} - ${WORKED_OFF_MS} * interval '1 millisecond' ${of('a.tenant_id')})`;
  return row?.count ?? 0;
}
