import pg from 'pg';
import { testDatabaseUrl } from './database.ts';

/** Rows that are written after the response, when the payment provider has been called. */
const WRITTEN_LATER = ['payments', 'refunds', 'payment_events'];

export interface DatabaseWatch {
  /** Tables in which something was committed since the last call; empty when nothing was. */
  changes(): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * Why not a look at all rows: it is asked after each of many requests. Only a transaction that wrote has a number, so
 * the next number says whether there is anything to look for at all; then the rows with new numbers are looked for, and those
 * that are gone.
 */
export async function watchDatabase(): Promise<DatabaseWatch> {
  const client = new pg.Client({ connectionString: await testDatabaseUrl() });
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    `
    SELECT relname::text AS name FROM pg_class
    WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace AND relname NOT LIKE 'bull%'
      AND relname <> '_prisma_migrations' AND relname <> ALL ($1)`,
    [WRITTEN_LATER],
  );
  const look = tables
    .map(
      ({ name }) =>
        `SELECT '${name}' AS name, count(*)::int AS rows, (count(*) FILTER (WHERE xmin::text::bigint >= $1))::int AS fresh FROM "${name}"`,
    )
    .join(' UNION ALL ');
  let seen = { next: '0', rows: new Map<string, number>() };

  async function changes(): Promise<string[]> {
    const [{ next } = { next: '0' }] = (
      await client.query<{ next: string }>('SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next')
    ).rows;
    if (next === seen.next) return [];
    const found = await client.query<{ name: string; rows: number; fresh: number }>(look, [seen.next]);
    const changed = found.rows.filter(
      ({ name, rows, fresh }) => fresh > 0 || rows !== (seen.rows.get(name) ?? 0),
    );
    seen = { next, rows: new Map(found.rows.map(({ name, rows }) => [name, rows])) };
    return changed.map(({ name }) => name);
  }

  await changes();
  return { changes, close: () => client.end() };
}
