import type pg from 'pg';
import { freePlans, nameStores, translateFunctions } from './cluster-functions.ts';
import { withOwner } from './owner.ts';

/** How Citus spreads the tables over its nodes. */
export interface Distribution {
  /** Tables that are on every node as a whole: the stores, and those that identify a store. */
  everywhere: string[];
  /** Tables that are spread by store, each after those that it refers to. */
  byStore: string[];
  /** Foreign keys that Citus can't hold: from a table that is everywhere to one that isn't. */
  dropped: { table: string; name: string }[];
  /** The remaining steps, in the order in which Citus accepts them. */
  steps: Step[];
}

/** The statements of one transaction. After an interruption the next run continues behind the last completed step. */
export type Step = readonly string[];

interface Link {
  name: string;
  from: string;
  to: string;
  definition: string;
}

/**
 * Tables that have a store; their months follow them. One with a key that doesn't contain the store is a look-up: on one node it
 * could not be kept unique.
 */
const TABLES = `
  SELECT c.relname AS name, EXISTS (
    SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND NOT a.attnum = ANY (i.indkey)
  ) AS "isLookUp"
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = current_schema()::regnamespace
  ORDER BY 1`;

const LINKS = `
  SELECT k.conname AS name, f.relname AS from, t.relname AS to, pg_get_constraintdef(k.oid) AS definition
  FROM pg_constraint k JOIN pg_class f ON f.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
  WHERE k.contype = 'f' AND k.conparentid = 0 AND k.connamespace = current_schema()::regnamespace
  ORDER BY 1`;

const STORES = 'tenants';

/** Reads from the database how its tables are to be spread, and the remaining steps. */
export function planDistribution(databaseUrl: string): Promise<Distribution> {
  return withOwner(databaseUrl, plan);
}

async function plan(client: pg.Client): Promise<Distribution> {
  const { rows: tables } = await client.query<{ name: string; isLookUp: boolean }>(TABLES);
  const { rows: present } = await client.query<Link>(LINKS);
  const hasExtension = await isThere(client, 'pg_dist_partition');
  const isUnderWay = await isThere(client, '_commerce_foreign_keys');
  const waiting = isUnderWay ? await readKeys(client) : [];
  const namesOf = (isLookUp: boolean) =>
    tables.filter((table) => table.isLookUp === isLookUp).map(({ name }) => name);
  const everywhere = [STORES, ...namesOf(true)];
  const byStore = parentsFirst(namesOf(false), [...present, ...waiting]);
  const isHeld = ({ from, to }: Link) => !(everywhere.includes(from) && byStore.includes(to));

  const spread = await readSpread(client);
  const isLeft = (table: string) => !spread.has(table);
  // Citus accepts no table that an unspread table refers to, so all keys are dropped before the first and created again after the
  // last.
  const inTheWay = present.filter(({ from }) => isLeft(from));
  const beside = byStore.find((table) => spread.has(table)) ?? byStore[0];
  const byStoreOf = (table: string) =>
    `create_distributed_table('${table}', 'tenant_id', colocate_with => '${table === beside ? 'none' : beside}')`;
  const steps = [
    ...dropKeys(inTheWay, isHeld),
    ...everywhere.filter(isLeft).map((table) => spreadStep(table, `create_reference_table('${table}')`)),
    ...byStore.filter(isLeft).map((table) => spreadStep(table, byStoreOf(table))),
    ...(hasExtension ? await changeFunctions(client) : []).map((statement) => [statement]),
    ...(await readFunctions(client)).map((name) => [`SELECT create_distributed_function('${name}')`]),
    ...[...waiting, ...inTheWay.filter(isHeld)].map(makeKey),
  ];
  if (isUnderWay || inTheWay.length > 0) steps.push([`DROP TABLE _commerce_foreign_keys`]);
  const dropped = present.filter((link) => !isHeld(link)).map(({ from, name }) => ({ table: from, name }));
  return { everywhere, byStore, dropped, steps };
}

async function changeFunctions(client: pg.Client): Promise<string[]> {
  return [...(await translateFunctions(client)), ...(await nameStores(client)), ...(await freePlans(client))];
}

async function readKeys(client: pg.Client): Promise<Link[]> {
  const { rows } = await client.query<Link>(
    `SELECT name, table_name AS from, other_name AS to, definition FROM _commerce_foreign_keys ORDER BY name`,
  );
  return rows;
}

/** The tables that Citus has already. */
async function readSpread(client: pg.Client): Promise<Set<string>> {
  if (!(await isThere(client, 'pg_dist_partition'))) return new Set();
  const { rows } = await client.query<{ name: string }>(
    'SELECT c.relname AS name FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid',
  );
  return new Set(rows.map(({ name }) => name));
}

/** Functions that the nodes lack: Citus distributes those that are created while it is installed, and those that a table uses. */
async function readFunctions(client: pg.Client): Promise<string[]> {
  if (!(await isThere(client, 'pg_dist_object'))) return [];
  const { rows } = await client.query<{ name: string }>(`
    SELECT p.oid::regprocedure::text AS name FROM pg_proc p
    WHERE p.pronamespace = current_schema()::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
      AND NOT EXISTS (SELECT FROM pg_dist_object o WHERE o.classid = 'pg_proc'::regclass AND o.objid = p.oid)
    ORDER BY p.oid`);
  return rows.map(({ name }) => name);
}

async function isThere(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ isThere: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS "isThere"',
    [table],
  );
  return rows[0]?.isThere ?? false;
}

/**
 * The table of keys to create again exists from the first step to the last. The key of a look-up isn't in it: it isn't created
 * again.
 */
function dropKeys(keys: readonly Link[], isHeld: (key: Link) => boolean): Step[] {
  if (keys.length === 0) return [];
  return [
    [
      `CREATE TABLE _commerce_foreign_keys (name text PRIMARY KEY, table_name text NOT NULL, other_name text NOT NULL, definition text NOT NULL)`,
      ...keys
        .filter(isHeld)
        .map(
          (key) =>
            `INSERT INTO _commerce_foreign_keys VALUES ('${key.name}', '${key.from}', '${key.to}', '${key.definition}')`,
        ),
      ...keys.map(({ from, name }) => `ALTER TABLE ${from} DROP CONSTRAINT ${name}`),
    ],
  ];
}

/**
 * Citus copies the rows to the nodes and leaves hidden copies where they were. Triggers are disabled meanwhile: the tables have
 * their rows already, and on the nodes they would read tables that aren't there yet.
 */
function spreadStep(table: string, call: string): Step {
  return [
    `ALTER TABLE ${table} DISABLE TRIGGER USER`,
    `SELECT ${call}`,
    `SELECT truncate_local_data_after_distributing_table('${table}')`,
    `ALTER TABLE ${table} ENABLE TRIGGER USER`,
  ];
}

function makeKey({ name, from, definition }: Link): Step {
  return [
    `ALTER TABLE ${from} ADD CONSTRAINT ${name} ${definition}`,
    `DELETE FROM _commerce_foreign_keys WHERE name = '${name}'`,
  ];
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

/** Runs the remaining steps, and reports the statement of each. Nothing else may use the database meanwhile. */
export function distribute(
  databaseUrl: string,
  onStep: (statement: string, number: number, total: number) => void,
): Promise<void> {
  return withOwner(databaseUrl, async (client) => {
    const { steps } = await plan(client);
    for (const [index, step] of steps.entries()) {
      onStep(
        step.find((statement) => statement.startsWith('SELECT')) ?? step[0] ?? '',
        index + 1,
        steps.length,
      );
      await client.query('BEGIN');
      for (const statement of step) await client.query(statement);
      await client.query('COMMIT');
    }
  });
}
