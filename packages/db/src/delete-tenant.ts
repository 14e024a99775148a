import type pg from 'pg';
import { SESSION } from './backup/format.ts';
import { withOwner } from './owner.ts';
import { rowsOfTenant } from './rows-of-tenant.ts';
import { TABLES } from './tables.ts';

/** Small enough that other transactions don't wait long for the locks of a batch. */
const BATCH = 2000;

/** The next pass finds rows that a background job has written meanwhile. */
const MAX_PASSES = 10;

/** After a remaining reference, or a deadlock with a background job, the next pass removes the rows. */
const TRY_AGAIN = new Set(['23001', '23503', '40P01']);

export interface TenantRows {
  table: string;
  rows: number;
}

/** Awaited before the next batch. */
type OnBatch = (batch: TenantRows) => void | Promise<void>;

interface Table {
  name: string;
  condition: string;
  /** The columns of its primary key. */
  key: string[];
  /** Columns that refer to the same table, and the columns that they refer to. */
  parents: { from: string[]; to: string[] }[];
}

/** Counts the rows of a store by table, in tables with any. */
export function countTenantRows(databaseUrl: string, tenantId: string): Promise<TenantRows[]> {
  return withOwner(databaseUrl, async (client) => {
    const counted: TenantRows[] = [];
    for (const { name, condition } of await readTables(client)) {
      const { rows } = await client.query<{ n: string }>(
        `SELECT count(*) AS n FROM ${client.escapeIdentifier(name)} WHERE ${condition}`,
        [tenantId],
      );
      counted.push({ table: name, rows: Number(rows[0]?.n) });
    }
    return counted.filter(({ rows }) => rows > 0);
  });
}

/**
 * Removes every row of a store, in batches beside running processes, and the store itself with the last one. Marks it first: it
 * can't be opened again. After an interruption the next call continues.
 */
export function deleteTenant(
  databaseUrl: string,
  tenantId: string,
  onBatch: OnBatch = () => {},
): Promise<void> {
  return withOwner(databaseUrl, async (client) => {
    await client.query(SESSION);
    // Read first: Citus accepts no function of the time in a COALESCE.
    const { rows } = await client.query<{ now: Date }>('SELECT now()');
    await client.query(
      'UPDATE tenants SET deleting_since = coalesce(deleting_since, $2), suspended_at = coalesce(suspended_at, $2) WHERE id = $1',
      [tenantId, rows[0]?.now],
    );
    const tables = await readTables(client);
    for (let pass = 1; ; pass += 1) {
      try {
        for (const table of tables) await deleteRows(client, table, tenantId, onBatch);
        return;
      } catch (error) {
        if (pass === MAX_PASSES || !TRY_AGAIN.has((error as { code?: string }).code ?? '')) throw error;
      }
    }
  });
}

async function deleteRows(
  client: pg.Client,
  { name, condition, key, parents }: Table,
  tenantId: string,
  onBatch: OnBatch,
): Promise<void> {
  const table = client.escapeIdentifier(name);
  // In a tree, leaves are deleted first.
  const isLeaf = parents.map(({ from, to }) => {
    const columns = (row: string, names: string[]) =>
      `(${names.map((each) => `${row}.${client.escapeIdentifier(each)}`).join(', ')})`;
    return ` AND NOT EXISTS (SELECT FROM ${table} child WHERE ${columns('child', from)} = ${columns(table, to)})`;
  });
  const columns = key.map((each) => client.escapeIdentifier(each)).join(', ');
  // The condition twice: Citus then sends the statement whole to the node of the store.
  const text = `WITH batch AS MATERIALIZED (SELECT ${columns} FROM ${table} WHERE ${condition}${isLeaf.join('')} LIMIT ${BATCH})
    DELETE FROM ${table} WHERE ${condition} AND (${columns}) IN (SELECT ${columns} FROM batch)`;
  for (;;) {
    const { rowCount } = await client.query(text, [tenantId]);
    if (!rowCount) return;
    await onBatch({ table: name, rows: rowCount });
  }
}

/** Tables with rows of stores, each before those that it refers to. */
async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(TABLES);
  const { rows: keys } = await client.query<{ name: string; key: string[] }>(KEYS);
  const keyOf = new Map(keys.map(({ name, key }) => [name, key]));
  const { rows: links } = await client.query<{ child: string; parent: string; from: string[]; to: string[] }>(
    LINKS,
  );
  const waiting = new Map<string, Table>();
  for (const table of rows) {
    const condition = rowsOfTenant(table);
    const parents = links.filter(({ child, parent }) => child === table.name && parent === table.name);
    if (condition)
      waiting.set(table.name, { name: table.name, condition, key: keyOf.get(table.name) ?? [], parents });
  }
  // Its rows are found by their orders, so they go before those.
  const others = [
    ...links.filter(({ child, parent }) => child !== parent),
    { child: 'payment_events', parent: 'orders' },
  ];
  const ordered: Table[] = [];
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(
      ({ name }) => !others.some(({ child, parent }) => parent === name && waiting.has(child)),
    );
    if (free.length === 0)
      throw new Error(`These tables refer to each other: ${[...waiting.keys()].join(', ')}`);
    for (const table of free) waiting.delete(table.name);
    ordered.push(...free);
  }
  return ordered;
}

const KEYS = `
  SELECT r.relname::text AS name,
    ARRAY(SELECT a.attname::text FROM unnest(c.conkey) WITH ORDINALITY AS k(n, place)
          JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.n ORDER BY k.place) AS key
  FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid
  WHERE c.contype = 'p' AND c.connamespace = current_schema()::regnamespace`;

const LINKS = `
  SELECT child.relname::text AS child, parent.relname::text AS parent,
    ARRAY(SELECT a.attname::text FROM unnest(c.conkey) WITH ORDINALITY AS k(n, place)
          JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.n ORDER BY k.place) AS "from",
    ARRAY(SELECT a.attname::text FROM unnest(c.confkey) WITH ORDINALITY AS k(n, place)
          JOIN pg_attribute a ON a.attrelid = c.confrelid AND a.attnum = k.n ORDER BY k.place) AS "to"
  FROM pg_constraint c
  JOIN pg_class child ON child.oid = c.conrelid
  JOIN pg_class parent ON parent.oid = c.confrelid
  WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace AND c.conparentid = 0`;
