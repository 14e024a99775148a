import type { SystemContext } from '../context.ts';

/** Counting stops here: more than that is a backlog, however many it is. */
const COUNTED_UP_TO = 10_000;

/**
 * Output: how many deliveries are due and not being made, and for how long the first of them has waited; those of paused
 * subscriptions wait on purpose and don't count. Why only up to a limit: it is asked again and again, also while
 * millions are due.
 */
export async function measureBacklog(system: SystemContext): Promise<{ due: number; oldestSeconds: number }> {
  const now = system.now();
  const [found] = await system.db.$queryRaw<{ due: number; oldest: Date | null }[]>`
    SELECT count(*)::int AS due, min(next_retry_at) AS oldest
    FROM (
      SELECT d.next_retry_at
      FROM webhook_deliveries d
      JOIN webhook_subscriptions s ON s.tenant_id = d.tenant_id AND s.id = d.subscription_id
      WHERE d.status IN ('pending', 'failed') AND d.next_retry_at <= ${now} AND (s.active OR d.is_test)
        AND (d.lease_until IS NULL OR d.lease_until <= ${now})
      ORDER BY d.next_retry_at
      LIMIT ${COUNTED_UP_TO}
    ) waiting`;
  const oldest = found?.oldest ?? now;
  return { due: found?.due ?? 0, oldestSeconds: (now.getTime() - oldest.getTime()) / 1000 };
}
