import { ofRows } from '@service/db';
import type { DeliveryContext } from './context.ts';
import type { DueSubscription } from './due-subscriptions.ts';
import { type SubscriptionRef, subscriptionKeysOf } from './refs.ts';

interface LockedSubscription extends DueSubscription {
  /** Whether its claims are recorded, see `recordStarts`. */
  isNoted: boolean;
}

/**
 * Locks these subscriptions against other claims until the end of the transaction. Returns their current columns: one that
 * another worker has locked is left out, because nothing may wait here for a worker that hangs.
 */
export function lockSubscriptions(
  tx: DeliveryContext,
  subscriptions: readonly SubscriptionRef[],
): Promise<LockedSubscription[]> {
  const of = ofRows(tx.db, subscriptions);
  return tx.db.sql<LockedSubscription[]>`
    SELECT s.tenant_id AS "tenantId", s.id AS "subscriptionId",
           is_limited(s.ordered, s.is_probing, s.max_concurrency, s.max_per_second) AS "isLimited",
           (s.is_probing OR s.max_per_second IS NOT NULL) AS "isNoted"
    FROM (${subscriptionKeysOf(subscriptions)}) AS key
    JOIN webhook_subscriptions s ON s.tenant_id = key.tenant_id AND s.id = key.id ${of('s.tenant_id')}
    FOR NO KEY UPDATE OF s SKIP LOCKED`;
}

/**
 * How a rate is shared by all workers: each request takes the next time slot of its subscription, and the first free slot stands
 * in `paced_until`. A claim reads it (`may_start` of the schema) and moves it under the lock of the subscription, so no two take
 * the same one.
 *
 * Records the claimed deliveries where that decides when the next request may start: one with a rate uses a slot for each; one
 * that is probed waits for the end of the lease, or until the outcome stands in its health. The caller has locked these
 * subscriptions.
 */
export async function recordStarts(
  { db, dbNow }: DeliveryContext,
  claimed: readonly SubscriptionRef[],
  leaseMs: number,
): Promise<void> {
  const counts = new Map<string, { tenantId: string; id: string; count: number }>();
  for (const { tenantId, subscriptionId: id } of claimed)
    counts.set(id, { tenantId, id, count: (counts.get(id)?.count ?? 0) + 1 });
  const of = ofRows(db, claimed);
  const now = dbNow();
  await db.sql.count`
    WITH started AS (
      SELECT s.tenant_id, s.id,
             CASE WHEN s.max_per_second IS NULL THEN s.paced_until
                  ELSE first_slot(s.paced_until, ${now}) + counted.count * seconds_of_slot(s.max_per_second) * interval '1 second' END AS paced_until,
             CASE WHEN s.is_probing THEN ${now} + ${leaseMs} * interval '1 millisecond' END AS probed_until
      FROM json_to_recordset(${JSON.stringify([...counts.values()])}::json) AS counted("tenantId" uuid, id uuid, count int)
      JOIN webhook_subscriptions s ON s.tenant_id = counted."tenantId" AND s.id = counted.id ${of('s.tenant_id')}
      WHERE s.is_probing OR s.max_per_second IS NOT NULL
    )
    UPDATE webhook_subscriptions s SET paced_until = started.paced_until, probed_until = started.probed_until
    FROM started WHERE s.tenant_id = started.tenant_id AND s.id = started.id ${of('s.tenant_id')}`;
}
