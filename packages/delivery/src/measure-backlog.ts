import type { DeliveryContext } from './context.ts';
import { isDue } from './due.ts';
import { subscriptionsWithOpen } from './due-subscriptions.ts';
import { IS_BEHIND } from './ordering.ts';

/** Counting stops here: more than that is a backlog, however many it is. */
const COUNTED_UP_TO = 10_000;

export interface Backlog {
  due: number;
  /** For how long the first of them has waited. */
  oldestSeconds: number;
}

/**
 * Output: how many deliveries are due and not being made, and for how long the first of them has waited; those of paused
 * subscriptions, and those that follow another of an ordered one, wait on purpose and don't count. Why only up to a limit:
 * it is asked again and again, also while millions are due.
 */
export async function measureBacklog(system: DeliveryContext): Promise<Backlog> {
  const now = system.dbNow();
  const [found] = await system.db.$queryRaw<Backlog[]>`
    WITH RECURSIVE ${subscriptionsWithOpen}, listening AS (
      SELECT s.tenant_id, s.id, s.active, s.ordered
      FROM open JOIN webhook_subscriptions s ON s.tenant_id = open.tenant_id AND s.id = open.subscription_id AND s.kind = 'push'
    )
    SELECT (
      SELECT count(*)::int FROM (
        SELECT FROM listening s CROSS JOIN LATERAL (
          SELECT FROM webhook_deliveries d
          WHERE d.tenant_id = s.tenant_id AND d.subscription_id = s.id AND (s.active OR d.is_test) AND ${isDue(now)} AND NOT ${IS_BEHIND}
        ) waiting LIMIT ${COUNTED_UP_TO}
      ) counted
    ) AS due, (
      SELECT COALESCE(extract(epoch FROM ${now} - min(first.next_retry_at)), 0)::float8 FROM listening s CROSS JOIN LATERAL (
        SELECT d.next_retry_at FROM webhook_deliveries d
        WHERE d.tenant_id = s.tenant_id AND d.subscription_id = s.id AND (s.active OR d.is_test) AND ${isDue(now)} AND NOT ${IS_BEHIND}
        ORDER BY d.next_retry_at LIMIT 1
      ) first
    ) AS "oldestSeconds"`;
  return found ?? { due: 0, oldestSeconds: 0 };
}
