import { randomUUID } from 'node:crypto';
import { Prisma } from '@service/db';

/**
 * The condition on a delivery `d` of a subscription `s`: it has to wait for an earlier one of its resource. Positions are
 * given when events are recorded; what is delivered or exhausted, or was deleted, is waited for no more.
 */
export const IS_BEHIND = Prisma.sql`(s.ordered AND EXISTS (
  SELECT FROM webhook_deliveries earlier
  WHERE earlier.subscription_id = d.subscription_id AND earlier.resource_id = d.resource_id
    AND earlier.position < d.position AND earlier.status IN ('pending', 'failed')))`;

/**
 * A query of the `id` of the first open delivery of each resource of a subscription `s`. Why hops from resource to resource
 * through the index: ten thousand that wait behind one cost nothing. It begins at any resource and goes round, so that
 * none has an advantage when only some are taken.
 */
export function firstPerResource(from: string = randomUUID()): Prisma.Sql {
  const hops = (range: Prisma.Sql) => Prisma.sql`
    WITH RECURSIVE head AS (
      (SELECT d.id, d.resource_id FROM webhook_deliveries d
       WHERE d.subscription_id = s.id AND d.status IN ('pending', 'failed') AND ${range}
       ORDER BY d.resource_id, d.position LIMIT 1)
      UNION ALL
      SELECT next.id, next.resource_id FROM head CROSS JOIN LATERAL (
        SELECT d.id, d.resource_id FROM webhook_deliveries d
        WHERE d.subscription_id = s.id AND d.status IN ('pending', 'failed') AND ${range}
          AND d.resource_id > head.resource_id
        ORDER BY d.resource_id, d.position LIMIT 1
      ) AS next
    )
    SELECT id FROM head`;
  return Prisma.sql`
    (${hops(Prisma.sql`d.resource_id > ${from}::uuid`)}) UNION ALL (${hops(Prisma.sql`d.resource_id <= ${from}::uuid`)})`;
}
