import { findStores, type OfStore } from '@service/db';
import type { DeliveryContext } from './context.ts';
import { dueOf, OPEN, subscriptionsWithOpen } from './due-subscriptions.ts';

/** Counting stops here: more than that is a backlog, however many it is. */
const COUNTED_UP_TO = 10_000;

/**
 * Output: how many deliveries wait for their first attempt, and how many for a retry, counted up to a limit together: the
 * index of open deliveries alone, in no order.
 */
export async function countOpen({ db }: DeliveryContext): Promise<{ pending: number; failed: number }> {
  const rows = await db.sql<{ status: 'pending' | 'failed'; count: number }[]>`
    SELECT status, count(*)::int AS count
    FROM (SELECT status FROM webhook_deliveries WHERE status IN ('pending', 'failed') LIMIT ${COUNTED_UP_TO}) AS open
    GROUP BY status`;
  return { pending: 0, failed: 0, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) };
}

export interface Backlog {
  due: number;
  /** How long the first of them has waited. */
  oldestSeconds: number;
}

/**
 * Output: how many deliveries are due without being sent, and how long the first of them has waited; those of paused
 * subscriptions, those that follow another of an ordered one, and those that a rate delays, wait on purpose and don't count. Why
 * only up to a limit: it is called again and again, also while millions are due.
 */
export async function measureBacklog(system: DeliveryContext): Promise<Backlog> {
  const backlog = { due: 0, oldestSeconds: 0 };
  for (const of of await findStores(system.db, OPEN)) {
    const { due, oldestSeconds } = await measureOf(system, of);
    backlog.due += due;
    backlog.oldestSeconds = Math.max(backlog.oldestSeconds, oldestSeconds ?? 0);
  }
  return backlog;
}

async function measureOf(system: DeliveryContext, of: OfStore): Promise<Backlog> {
  const now = system.dbNow();
  const [found] = await system.db.sql<Backlog[]>`
    WITH listening AS (
      SELECT s.tenant_id, s.id, s.active, s.ordered, s.max_per_second, s.paced_until
      FROM ${subscriptionsWithOpen(of)} AS open
      JOIN webhook_subscriptions s ON s.tenant_id = open.tenant_id AND s.id = open.subscription_id AND s.kind <> 'pull' ${of('s.tenant_id')}
    )
    SELECT (
      SELECT count(*)::int FROM (
        SELECT FROM listening s CROSS JOIN LATERAL ${dueOf(now, COUNTED_UP_TO)} AS due
        WHERE s.max_per_second IS NULL
        LIMIT ${COUNTED_UP_TO}::int
      ) AS counted
    ) AS due, (
      SELECT GREATEST(0, extract(epoch FROM ${now} - min(first.next_retry_at)))::float8
      FROM listening s CROSS JOIN LATERAL ${dueOf(now, 1)} AS first
    ) AS "oldestSeconds"`;
  return found ?? { due: 0, oldestSeconds: 0 };
}
