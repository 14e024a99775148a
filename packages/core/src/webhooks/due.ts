import type { SystemContext } from '../context.ts';

/** A place in the order of due deliveries. */
export interface DuePosition {
  id: string;
  nextRetryAt: Date;
}

/**
 * Input: how many at most, and after which. Output: deliveries that are due and that nobody holds, the longest due
 * first. Why: what the queue lost (a failed enqueue, a flushed Redis, a dead worker) is still here.
 */
export async function findDueDeliveries(
  system: SystemContext,
  limit: number,
  after: DuePosition = { id: '00000000-0000-0000-0000-000000000000', nextRetryAt: new Date(0) },
): Promise<DuePosition[]> {
  const now = system.sharedNow();
  return system.db.$queryRaw<DuePosition[]>`
    SELECT d.id, d.next_retry_at AS "nextRetryAt"
    FROM webhook_deliveries d
    JOIN webhook_subscriptions s ON s.tenant_id = d.tenant_id AND s.id = d.subscription_id
    WHERE d.status IN ('pending', 'failed') AND d.next_retry_at <= ${now} AND (s.active OR d.is_test)
      AND (d.lease_until IS NULL OR d.lease_until <= ${now})
      AND (d.next_retry_at, d.id) > (${after.nextRetryAt}, ${after.id}::uuid)
    ORDER BY d.next_retry_at, d.id
    LIMIT ${limit}`;
}
