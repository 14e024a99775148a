import type { DeliveryContext } from './context.ts';
import { isDueByKey } from './due.ts';
import { type DeliveryRef, deliveriesByKey } from './refs.ts';

/** For how long after it began an attempt shows that its subscription is being worked off. */
const WORKED_OFF_MS = 1000;

/**
 * Of deliveries that are due and have no job, how many no worker will come to. The others wait for capacity: of their
 * subscription, something that is no newer is under way, or was a moment ago. Why so: which subscriptions the overflow of another
 * worker holds is known to that worker alone, and it takes the longest due first.
 */
export async function countOrphaned(
  { db, dbNow }: DeliveryContext,
  deliveries: readonly DeliveryRef[],
): Promise<number> {
  if (deliveries.length === 0) return 0;
  const [row] = await db.sql<{ count: number }[]>`
    SELECT count(*)::int AS count
    FROM ${deliveriesByKey(deliveries)}
    WHERE ${isDueByKey(dbNow())} AND NOT EXISTS (
      SELECT FROM webhook_deliveries ahead
      WHERE ahead.tenant_id = d.tenant_id AND ahead.subscription_id = d.subscription_id AND ahead.created_at <= d.next_retry_at
        AND ahead.lease_until > ${dbNow()}
    ) AND NOT EXISTS (
      SELECT FROM webhook_attempts a JOIN webhook_deliveries ahead ON ahead.tenant_id = a.tenant_id AND ahead.id = a.delivery_id
      WHERE a.tenant_id = d.tenant_id AND a.subscription_id = d.subscription_id AND ahead.created_at <= d.next_retry_at
        AND a.started_at > ${dbNow()} - ${WORKED_OFF_MS} * interval '1 millisecond')`;
  return row?.count ?? 0;
}
