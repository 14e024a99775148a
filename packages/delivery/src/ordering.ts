import { randomUUID } from 'node:crypto';
import { Prisma } from '@service/db';
import { IS_SENDABLE, isDue, isDueByKey } from './due.ts';

/** How many of those that are due longest, and how many resources on from any one, a search looks at, twice each. */
const LONGEST_DUE = 200;
const HOPS = 1000;

/**
 * A query of the `id` of the first open delivery of resources of a subscription `s`: those whose retry has been due the longest, for
 * what was tried comes first of its resource; those of whom anything has; then some by hops from resource to resource through the index. Why hops: ten thousand that wait behind one
 * cost nothing. They begin at any resource and go round, so that none has an advantage. Why not all resources: a hundred
 * thousand whose first one waits for its retry must cost no more than a few. Those that a search doesn't reach, another does.
 */
export function firstPerResource(now: Prisma.Sql, from: string = randomUUID()): Prisma.Sql {
  const hops = (range: Prisma.Sql) => Prisma.sql`
    WITH RECURSIVE head AS (
      (SELECT d.id, d.resource_id FROM webhook_deliveries d
       WHERE d.tenant_id = s.tenant_id AND d.subscription_id = s.id AND d.status IN ('pending', 'failed') AND ${range}
       ORDER BY d.resource_id, d.position LIMIT 1)
      UNION ALL
      SELECT next.id, next.resource_id FROM head CROSS JOIN LATERAL (
        SELECT d.id, d.resource_id FROM webhook_deliveries d
        WHERE d.tenant_id = s.tenant_id AND d.subscription_id = s.id AND d.status IN ('pending', 'failed') AND ${range}
          AND d.resource_id > head.resource_id
        ORDER BY d.resource_id, d.position LIMIT 1
      ) AS next
    )
    SELECT id FROM head LIMIT ${HOPS}`;
  return Prisma.sql`
    WITH longest AS MATERIALIZED (
      SELECT first.id
      FROM (
        SELECT due.resource_id, min(due.next_retry_at) AS since
        FROM (
          (SELECT d.resource_id, d.next_retry_at FROM webhook_deliveries d
           WHERE d.tenant_id = s.tenant_id AND d.subscription_id = s.id AND d.status = 'failed' AND d.next_retry_at <= ${now}
           ORDER BY d.next_retry_at LIMIT ${LONGEST_DUE})
          UNION ALL
          (SELECT d.resource_id, d.next_retry_at FROM webhook_deliveries d
           WHERE d.tenant_id = s.tenant_id AND d.subscription_id = s.id AND d.status IN ('pending', 'failed') AND d.next_retry_at <= ${now}
           ORDER BY d.next_retry_at, d.id LIMIT ${LONGEST_DUE})
        ) AS due
        GROUP BY due.resource_id
      ) AS resource
      CROSS JOIN LATERAL (
        SELECT d.id FROM webhook_deliveries d
        WHERE d.tenant_id = s.tenant_id AND d.subscription_id = s.id AND d.resource_id = resource.resource_id AND d.status IN ('pending', 'failed')
        ORDER BY d.position LIMIT 1
      ) AS first
      ORDER BY resource.since
    )
    SELECT id FROM longest
    UNION ALL
    SELECT hop.id FROM (
      (${hops(Prisma.sql`d.resource_id > ${from}::uuid`)}) UNION ALL (${hops(Prisma.sql`d.resource_id <= ${from}::uuid`)})
    ) AS hop
    WHERE hop.id <> ALL (ARRAY(SELECT id FROM longest))`;
}

/**
 * A query of `id` and `next_retry_at` of the deliveries of a subscription `s` that may go now, the longest due first: of an
 * ordered one only what comes first of its resource, because the rest waits for that. What only waits for the rate of
 * its subscription has the time when that lets the next one go.
 */
export function dueNow(now: Prisma.Sql, limit: number): Prisma.Sql {
  return Prisma.sql`
    (SELECT d.id, GREATEST(d.next_retry_at, s.paced_until) AS next_retry_at FROM webhook_deliveries d
     WHERE NOT s.ordered AND d.tenant_id = s.tenant_id AND d.subscription_id = s.id AND ${IS_SENDABLE} AND ${isDue(now)}
     ORDER BY d.next_retry_at, d.id LIMIT ${limit}::int)
    UNION ALL
    (SELECT d.id, GREATEST(d.next_retry_at, s.paced_until) AS next_retry_at FROM (${firstPerResource(now)}) AS head CROSS JOIN LATERAL (
       SELECT d.id, d.next_retry_at FROM webhook_deliveries d
       WHERE d.tenant_id = s.tenant_id AND d.id = head.id AND ${IS_SENDABLE} AND ${isDueByKey(now)}
       OFFSET 0
     ) AS d
     WHERE s.ordered
     ORDER BY d.next_retry_at, d.id LIMIT ${limit}::int)`;
}
