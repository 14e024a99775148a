import { Prisma } from '@service/db';

/** The condition on a delivery `d`: it waits for an attempt, its time has come, and no worker holds it. */
export function isDue(now: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`d.status IN ('pending', 'failed') AND d.next_retry_at <= ${now}
    AND (d.lease_until IS NULL OR d.lease_until <= ${now})`;
}

export function millisecondsUntil(time: Prisma.Sql, now: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`ceil(extract(epoch FROM ${time} - ${now}) * 1000)::float8`;
}
