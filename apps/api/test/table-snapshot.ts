import { type Database, Prisma } from '@service/db';
import type { TestEnv } from '@service/testing';
import { expect } from 'chai';

/** How many rows each table has and a hash over their versions: two snapshots are equal when nothing was written. */
export type Snapshot = Record<string, string>;

interface Kept {
  /** What PostgreSQL calls a snapshot: which transactions a statement sees. */
  seen: string;
  rows: Snapshot;
}

const kept = new WeakMap<Database, Kept>();

/**
 * Every table of the database as it is now. A row's version is the transaction that wrote it and the place where it lies:
 * also an UPDATE that changes nothing shows.
 *
 * Why not the rows themselves: this is asked for before and after each of many requests. Where statements see the very
 * same transactions they see the same rows, so that a request that began no transaction that writes costs one look at a number.
 */
export async function snapshot({ database }: TestEnv): Promise<Snapshot> {
  const known = kept.get(database);
  const [now] = await database.system.sql<{ seen: string }[]>`SELECT pg_current_snapshot()::text AS seen`;
  if (known && known.seen === now?.seen) return known.rows;

  const taken = await takeSnapshot(database);
  kept.set(database, taken);
  return taken.rows;
}

/** Fails when a row of any table was written meanwhile. */
export async function writesNothing(env: TestEnv, act: () => Promise<unknown>): Promise<void> {
  const before = await snapshot(env);
  await act();
  expect(await snapshot(env), 'rows').to.deep.equal(before);
}

async function takeSnapshot({ system: db }: Database): Promise<Kept> {
  const tables = await db.sql<{ name: string }[]>`
    SELECT relname::text AS name FROM pg_class
    WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace AND relname NOT LIKE 'bull%'
      AND relname <> '_prisma_migrations'
    ORDER BY 1`;
  const parts = tables.map(
    ({ name }) => `
      SELECT '${name}' AS name, pg_current_snapshot()::text AS seen,
        count(*) || ' ' || coalesce(sum(hashtidextended(ctid, xmin::text::bigint)), 0) AS rows
      FROM "${name}"`,
  );
  const found = await db.sql<
    { name: string; seen: string; rows: string }[]
  >`${Prisma.raw(parts.join(' UNION ALL '))}`;
  return {
    seen: found[0]?.seen ?? '',
    rows: Object.fromEntries(found.map(({ name, rows }) => [name, rows])),
  };
}
