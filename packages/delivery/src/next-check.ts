import { ofRows } from '@service/db';
import type { DeliveryContext } from './context.ts';
import { type DeliveryRef, deliveriesByKey } from './refs.ts';

/** A delivery that is due and yet wasn't claimed is locked. */
const SOONEST_MS = 250;

/**
 * Input: deliveries that a claim didn't get (of one store, where stores are spread). Output: for each, in how many milliseconds
 * to claim it again; null: never, or another process will. A leased one is claimed again when its lease ends, in case its worker
 * is dead. Why here: the worker's own clock may differ from the one that the times were written by.
 */
export async function nextCheckInMs(
  { db, dbNow }: DeliveryContext,
  deliveries: readonly DeliveryRef[],
): Promise<(number | null)[]> {
  const of = ofRows(db, deliveries);
  // Deleted, delivered or exhausted: nothing is left to do. Paused: resuming makes it due again.
  const waiting = await db.sql<{ id: string; nextCheckInMs: number }[]>`
    SELECT d.id, CASE WHEN GREATEST(d.next_retry_at, d.lease_until) <= ${dbNow()} THEN ${SOONEST_MS}
             ELSE milliseconds_until(GREATEST(d.next_retry_at, d.lease_until), ${dbNow()}) END AS "nextCheckInMs"
    FROM ${deliveriesByKey(deliveries, of)} AS d
    JOIN webhook_subscriptions s ON s.tenant_id = d.tenant_id AND s.id = d.subscription_id ${of('s.tenant_id')}
    WHERE d.next_retry_at IS NOT NULL AND s.kind <> 'pull'
      AND is_sendable(d.tenant_id, s.active, d.is_test, ARRAY(SELECT id FROM tenants WHERE suspended_at IS NOT NULL))`;
  const byId = new Map(waiting.map(({ id, nextCheckInMs }) => [id, nextCheckInMs]));
  return deliveries.map(({ id }) => byId.get(id) ?? null);
}
