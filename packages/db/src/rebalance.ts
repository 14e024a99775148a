import type pg from 'pg';
import { withOwner } from './owner.ts';

/** A part of the stores that is moved from one node to another, each as host:port. */
export interface Move {
  shard: string;
  bytes: number;
  from: string;
  to: string;
}

interface Planned {
  shard: string;
  bytes: string;
  from_host: string;
  from_port: number;
  to_host: string;
  to_port: number;
}

/**
 * Citus' own plan, except that a store which is alone stays where an operator has put it. It names the shards of all tables;
 * those with the same values of the store are moved together with any of them.
 */
const PLAN = `
  SELECT min(p.shardid) AS shard, sum(shard_size) AS bytes, sourcename AS from_host, sourceport AS from_port, targetname AS to_host, targetport AS to_port
  FROM get_rebalance_table_shards_plan(excluded_shard_list => ARRAY(
    SELECT shardid FROM pg_dist_shard WHERE shardminvalue = shardmaxvalue)) p
  JOIN pg_dist_shard s ON s.shardid = p.shardid
  GROUP BY s.shardminvalue, sourcename, sourceport, targetname, targetport ORDER BY 1`;

/** The moves after which all nodes have about the same number of parts. The database has the extension. */
export function planRebalance(databaseUrl: string): Promise<Move[]> {
  return withOwner(databaseUrl, async (client) => (await plan(client)).map(moveOf));
}

/**
 * Makes the moves, one after another, while API and worker run: later writes follow. After an interruption the next call
 * continues with the rest.
 */
export function rebalance(
  databaseUrl: string,
  onMove: (move: Move, number: number, total: number) => void,
): Promise<Move[]> {
  return withOwner(databaseUrl, (client) => moveAll(client, onMove));
}

async function moveAll(client: pg.Client, onMove: Parameters<typeof rebalance>[1]): Promise<Move[]> {
  await client.query('SELECT replicate_reference_tables()');
  const planned = await plan(client);
  for (const [index, each] of planned.entries()) {
    onMove(moveOf(each), index + 1, planned.length);
    await client.query('SELECT citus_move_shard_placement($1, $2, $3, $4, $5)', [
      each.shard,
      each.from_host,
      each.from_port,
      each.to_host,
      each.to_port,
    ]);
  }
  return planned.map(moveOf);
}

async function plan(client: pg.Client): Promise<Planned[]> {
  return (await client.query<Planned>(PLAN)).rows;
}

function moveOf({ shard, bytes, from_host, from_port, to_host, to_port }: Planned): Move {
  return { shard, bytes: Number(bytes), from: `${from_host}:${from_port}`, to: `${to_host}:${to_port}` };
}

/**
 * Gives a store a part of its own, moves that to a node, given by host and port, and everything else away from there, while API
 * and worker run. After an interruption the next call continues.
 */
export function setApart(
  databaseUrl: string,
  tenantId: string,
  { host, port }: { host: string; port: number },
  onStep: (what: string) => void,
): Promise<void> {
  return withOwner(databaseUrl, async (client) => {
    const takesOthers = (may: boolean) =>
      client.query(`SELECT citus_set_node_property($1, $2, 'shouldhaveshards', $3)`, [host, port, may]);
    await takesOthers(true);
    onStep('Giving the store a part of its own …');
    await client.query(
      `SELECT isolate_tenant_to_new_shard('orders', $1::uuid, 'CASCADE') FROM pg_dist_shard
       WHERE shardid = get_shard_id_for_distribution_column('orders', $1::uuid) AND shardminvalue <> shardmaxvalue`,
      [tenantId],
    );
    onStep(`Moving it to ${host}:${port} …`);
    await client.query('SELECT replicate_reference_tables()');
    await client.query(
      `SELECT citus_move_shard_placement(shardid, nodename, nodeport, $2, $3) FROM citus_shards
       WHERE shardid = get_shard_id_for_distribution_column('orders', $1::uuid) AND (nodename, nodeport) <> ($2, $3)`,
      [tenantId, host, port],
    );
    await takesOthers(false);
    await moveAll(client, ({ from, to }, number, total) =>
      onStep(`${number} of ${total}: moving others from ${from} to ${to} …`),
    );
  });
}
