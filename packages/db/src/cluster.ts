import type pg from 'pg';
import { withOwner } from './owner.ts';

/** Settings that Citus needs before a store's rows can be moved to a node, and why. */
const SETTINGS = [
  ['citus.propagate_set_commands', 'local', 'the nodes must know which store a statement is for'],
  ['citus.enable_unsafe_triggers', 'on', 'ledgers and lists of products are kept by triggers'],
  ['citus.allow_nested_distributed_execution', 'on', 'functions read what the node has of the same store'],
  [
    'jit',
    'off',
    'plans across nodes look so dear that each would be compiled, which takes longer than they do',
  ],
] as const;

/** Lets a transaction change several tables; otherwise Citus uses many connections at once for that, and then refuses. */
export const SEQUENTIAL = `SET citus.multi_shard_modify_mode = 'sequential'`;

/** Whether the database has the extension. */
export function hasCitus(databaseUrl: string): Promise<boolean> {
  return withOwner(databaseUrl, async (client) => {
    const { rows } = await client.query(`SELECT to_regproc('create_distributed_table') IS NOT NULL AS has`);
    return rows[0].has;
  });
}

/** The obstacles to spreading the stores over the nodes, each with its remedy. The database has the extension. */
export function readObstacles(databaseUrl: string): Promise<string[]> {
  return withOwner(databaseUrl, async (client) => [
    ...(await missingNodes(client)),
    ...(await ownRows(client)),
    ...(await missingRights(client)),
    ...(await otherSettings(client)),
    ...(await refusedRoles(client)),
  ]);
}

async function missingNodes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(
    'SELECT FROM pg_dist_node WHERE isactive AND shouldhaveshards AND groupid <> 0',
  );
  return rows.length > 0
    ? []
    : [`Citus knows no node that takes rows: SELECT citus_add_node('<host>', <port>).`];
}

/**
 * A coordinator with rows of its own is an obstacle: there Citus refuses the statement that creates a payment, which works on
 * nodes.
 */
async function ownRows(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ host: string; port: number }>(
    'SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE shouldhaveshards AND groupid = 0',
  );
  return rows.map(
    ({ host, port }) =>
      `The coordinator takes rows itself, and payments are refused there: SELECT citus_set_node_property('${host}', ${port}, 'shouldhaveshards', false).`,
  );
}

/** Rows are copied to the nodes by COPY, which PostgreSQL refuses to roles that are subject to a policy. */
async function missingRights(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; may: boolean }>(
    'SELECT rolname AS name, rolsuper OR rolbypassrls AS may FROM pg_roles WHERE rolname = current_user',
  );
  return rows
    .filter(({ may }) => !may)
    .map(
      ({ name }) =>
        `Row level security holds ${name}, so its rows can’t be copied: ALTER ROLE "${name}" BYPASSRLS.`,
    );
}

async function otherSettings(client: pg.Client): Promise<string[]> {
  const found: string[] = [];
  for (const [name, value, why] of SETTINGS) {
    const { rows } = await client.query<{ database: string; is: string | null }>(
      'SELECT current_database() AS database, current_setting($1, true) AS is',
      [name],
    );
    const [row] = rows;
    if (row && row.is !== value)
      found.push(
        `${name} is ${row.is || 'not set'}, and ${why}: ALTER DATABASE "${row.database}" SET ${name} = '${value}', here and on each node.`,
      );
  }
  return found;
}

/** Citus connects to a node as the role that a connection has. */
async function refusedRoles(client: pg.Client): Promise<string[]> {
  const { rows: roles } = await client.query<{ name: string }>(
    `SELECT current_database() || suffix AS name FROM unnest(ARRAY['_tenant', '_system']) AS suffix`,
  );
  const found: string[] = [];
  for (const { name } of roles) {
    await client.query(`SELECT set_config('role', $1, false)`, [name]);
    const { rows } = await client.query<{ node: string; success: boolean }>(
      `SELECT nodename || ':' || nodeport AS node, success FROM run_command_on_workers('SELECT 1')`,
    );
    await client.query('RESET ROLE');
    const nodes = rows.filter(({ success }) => !success).map(({ node }) => node);
    if (nodes.length > 0)
      found.push(
        `${nodes.join(' and ')} can’t be reached as ${name}: ALTER ROLE "${name}" LOGIN, and let each node take it from the others (pg_hba.conf; a password in pg_dist_authinfo).`,
      );
  }
  return found;
}
