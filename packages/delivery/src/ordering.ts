import { randomUUID } from 'node:crypto';
import { Prisma } from '@service/db';

/**
 * The condition on a delivery `d` of a subscription `s`: it has to wait for an earlier one of its resource. Positions are
 * given when events are recorded; what is delivered or exhausted, or was deleted, is waited for no more.
 */
export const IS_BEHIND = Prisma.sql`(s.ordered AND EXISTS (
  SELECT FROM webhook_deliveries earlier
  WHERE earlier.tenant_id = d.tenant_id AND earlier.subscription_id = d.subscription_id AND earlier.resource_id = d.resource_id
    AND earlier.position < d.position AND earlier.status IN ('pending', 'failed')))`;

/** How many of those that are due longest, and how many resources on from any one, a search looks at. */
const LONGEST_DUE = 200;
const HOPS = 1000;

/**
 * A query of the `id` of the first open delivery of resources of a subscription `s`: those of whom something has been due
 * the longest, then some by hops from resource to resource through the index. Why hops: ten thousand that wait behind one
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
          SELECT d.resource_id, d.next_retry_at FROM webhook_deliveries d
          WHERE d.tenant_id = s.tenant_id AND d.subscription_id = s.id AND d.status IN ('pending', 'failed') AND d.next_retry_at <= ${now}
          ORDER BY d.next_retry_at, d.id LIMIT ${LONGEST_DUE}
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
