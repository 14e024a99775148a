import type pg from 'pg';
import { withOwner } from './owner.ts';

/** How Citus spreads the tables over its nodes. */
export interface Distribution {
  /** On every node as a whole: the stores, and what says which store something belongs to. */
  everywhere: string[];
  /** By store, each after those that it refers to. */
  byStore: string[];
  /** Foreign keys that Citus can't hold: from a table that is everywhere to one that isn't. */
  dropped: { table: string; name: string }[];
}

interface Link {
  name: string;
  from: string;
  to: string;
}

/**
 * Tables that have a store; their months follow them. One with a key that says nothing of the store is a look-up: on one node it could not be kept unique.
 */
const TABLES = `
  SELECT c.relname AS name, EXISTS (
    SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND NOT a.attnum = ANY (i.indkey)
  ) AS "isLookUp"
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = current_schema()::regnamespace
  ORDER BY 1`;

const LINKS = `
  SELECT k.conname AS name, f.relname AS from, t.relname AS to
  FROM pg_constraint k JOIN pg_class f ON f.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
  WHERE k.contype = 'f' AND k.conparentid = 0 AND k.connamespace = current_schema()::regnamespace
  ORDER BY 1`;

const STORES = 'tenants';

/** Reads from the schema how its tables are to be spread. */
export function planDistribution(databaseUrl: string): Promise<Distribution> {
  return withOwner(databaseUrl, plan);
}

async function plan(client: pg.Client): Promise<Distribution> {
  const { rows: tables } = await client.query<{ name: string; isLookUp: boolean }>(TABLES);
  const { rows: links } = await client.query<Link>(LINKS);
  const namesOf = (isLookUp: boolean) =>
    tables.filter((table) => table.isLookUp === isLookUp).map(({ name }) => name);
  const everywhere = [STORES, ...namesOf(true)];
  const byStore = parentsFirst(namesOf(false), links);
  const dropped = links
    .filter(({ from, to }) => everywhere.includes(from) && byStore.includes(to))
    .map(({ from, name }) => ({ table: from, name }));
  return { everywhere, byStore, dropped };
}

function parentsFirst(tables: readonly string[], links: readonly Link[]): string[] {
  const sorted: string[] = [];
  const left = new Set(tables);
  while (left.size > 0) {
    const waits = (table: string) =>
      links.some(({ from, to }) => from === table && to !== table && left.has(to));
    const next = [...left].filter((table) => !waits(table));
    if (next.length === 0)
      throw new Error(`These tables refer to each other in a circle: ${[...left].join(', ')}`);
    for (const table of next) left.delete(table);
    sorted.push(...next);
  }
  return sorted;
}

/** The statements of a distribution, in the order in which Citus takes them. */
export function statementsOf({ everywhere, byStore, dropped }: Distribution): string[] {
  const [first, ...others] = byStore;
  const spread = (table: string, beside: string) =>
    `SELECT create_distributed_table('${table}', 'tenant_id', colocate_with => '${beside}')`;
  return [
    ...dropped.map(({ table, name }) => `ALTER TABLE ${table} DROP CONSTRAINT ${name}`),
    ...everywhere.map((table) => `SELECT create_reference_table('${table}')`),
    ...(first ? [spread(first, 'none')] : []),
    ...others.map((table) => spread(table, first ?? '')),
  ];
}

/** Whether the database has the extension. */
export function hasCitus(databaseUrl: string): Promise<boolean> {
  return withOwner(databaseUrl, async (client) => {
    const { rows } = await client.query(`SELECT to_regproc('create_distributed_table') IS NOT NULL AS has`);
    return rows[0].has;
  });
}

/** Spreads the tables in one transaction. Nothing else may use the database meanwhile. */
export function distribute(databaseUrl: string, onStatement: (statement: string) => void): Promise<void> {
  return withOwner(databaseUrl, async (client) => {
    await client.query('BEGIN');
    // The extension's own advice for a transaction that spreads tables with foreign keys to one that is everywhere.
    await client.query(`SELECT set_config('citus.multi_shard_modify_mode', 'sequential', true)`);
    for (const statement of statementsOf(await plan(client))) {
      onStatement(statement);
      await client.query(statement);
    }
    await client.query('COMMIT');
  });
}
