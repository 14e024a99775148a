import type { TestPlatform } from '@service/testing';

/** How many rows each table has and a hash over all of them: two snapshots are equal when nothing was written. */
export type Snapshot = Record<string, string>;

/** Every table of the database as it is now. */
export async function snapshot({ database }: TestPlatform): Promise<Snapshot> {
  const db = database.system;
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT relname::text AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname NOT LIKE 'bull%'
      AND relname <> '_prisma_migrations'
    ORDER BY 1`;
  const parts = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, count(*) || ' ' || coalesce(md5(string_agg(t::text, '' ORDER BY t::text)), '') AS rows FROM "${name}" t`,
  );
  const rows = await db.$queryRawUnsafe<{ name: string; rows: string }[]>(parts.join(' UNION ALL '));
  return Object.fromEntries(rows.map((row) => [row.name, row.rows]));
}
