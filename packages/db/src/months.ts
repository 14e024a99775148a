import type { SystemDb } from './clients.ts';
import type { Prisma } from './generated/client.ts';

interface Months {
  db: Pick<SystemDb, 'sql'>;
  dbNow(): Prisma.Sql;
}

/**
 * Creates the months of a table up to the one after next, and drops those that are wholly older than the number of days;
 * undefined: they stay. Dropping a month reads none of its rows and leaves nothing to clean up. Returns how many it created and
 * dropped. It fails where it would wait for a lock for longer than a tenth of a second, because other transactions would wait
 * behind it.
 */
export async function keepMonths(
  { db, dbNow }: Months,
  table: string,
  days: number | undefined,
): Promise<number> {
  const [made] = await db.sql<{ count: number }[]>`SELECT make_months(${table}, ${dbNow()}) AS count`;
  if (days === undefined) return made?.count ?? 0;
  const [dropped] = await db.sql<{ count: number }[]>`
    SELECT drop_months(${table}, ${dbNow()} - make_interval(days => ${days}::int)) AS count`;
  return (made?.count ?? 0) + (dropped?.count ?? 0);
}
