import { Prisma } from '@service/db';

/** The condition on a delivery `d`: it waits for an attempt, its time has come, and it isn't leased. */
export function isDue(now: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`d.status IN ('pending', 'failed') AND ${isDueByKey(now)}`;
}

/**
 * The same condition for deliveries that a statement looks up by their keys. Why it doesn't name the status: only open deliveries
 * have a time of their next attempt, and with the status PostgreSQL takes an index of all open deliveries instead of the primary
 * key, as long as the table isn't analysed. A claim then costs by how many are due.
 */
export function isDueByKey(now: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`d.next_retry_at <= ${now} AND (d.lease_until IS NULL OR d.lease_until <= ${now})`;
}

/** The ids of suspended stores; a statement reads them once, and not for each row. */
export const SUSPENDED_STORES = Prisma.sql`ARRAY(SELECT id FROM tenants WHERE suspended_at IS NOT NULL)`;

/** The condition on a subscription `s` that its store isn't suspended. */
export const STORE_IS_OPEN = Prisma.sql`s.tenant_id <> ALL (${SUSPENDED_STORES})`;

/** The condition on a delivery `d` of a subscription `s` that its endpoint may be sent to. A test goes to a paused endpoint too. */
export const IS_SENDABLE = Prisma.sql`(s.active OR d.is_test) AND ${STORE_IS_OPEN}`;

/**
 * A query of `resource_id` and `created_at` of the deliveries of a subscription `s` that are leased: each has an open attempt. Why
 * by attempts: an index of leases in the delivery log would be written by each claim, and all others of the log with it.
 */
export function leasedOf(now: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT d.resource_id, d.created_at FROM webhook_attempts a CROSS JOIN LATERAL (
      SELECT * FROM webhook_deliveries WHERE tenant_id = a.tenant_id AND id = a.delivery_id OFFSET 0
    ) AS d
    WHERE a.tenant_id = s.tenant_id AND a.subscription_id = s.id AND a.finished_at IS NULL AND a.outcome = 'open'
      AND d.lease_until > ${now}`;
}

export function millisecondsUntil(time: Prisma.Sql, now: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`ceil(extract(epoch FROM ${time} - ${now}) * 1000)::float8`;
}
