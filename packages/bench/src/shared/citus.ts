import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { rebalance } from '@service/db';
import { queryAsOwner } from '@service/testing';

/** Takes the commands of pg_ctl for one node: `stop -m immediate`, and `start`. */
const NODE_PROGRAM = process.env.TEST_CITUS_NODE;

/** Faults of nodes while a service runs on them. */
export function faultsOfCitus(
  databaseUrl: string,
  log: (line: string) => void,
): Record<string, () => Promise<void>> {
  async function move(takesStores: boolean): Promise<void> {
    await queryAsOwner(
      `SELECT citus_set_node_property(nodename, nodeport, 'shouldhaveshards', $1) FROM pg_dist_node
       WHERE nodeid = (SELECT max(nodeid) FROM pg_dist_node WHERE groupid <> 0)`,
      [takesStores],
      databaseUrl,
    );
    await rebalance(databaseUrl, ({ shard, from, to }, number, total) =>
      log(`${number} of ${total}: ${shard} from ${from} to ${to}`),
    );
  }
  return {
    'a node emptied': () => move(false),
    'the node filled again': () => move(true),
    ...(NODE_PROGRAM ? { 'a node killed and started': () => restart(NODE_PROGRAM) } : {}),
  };
}

async function restart(program: string): Promise<void> {
  await run(program, ['stop', '-m', 'immediate']);
  await run(program, ['start']);
}

async function run(program: string, args: readonly string[]): Promise<void> {
  const [code] = await once(spawn(program, args, { stdio: 'ignore' }), 'exit');
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}`);
}

/** The CPU of all servers of a database, with their processes that have ended; they run on this machine. */
export async function cpuMsOfServers(databaseUrl: string, isSpread: boolean): Promise<number> {
  const read = `SELECT split_part(pg_read_file('postmaster.pid'), chr(10), 1) AS pid`;
  const rows = await queryAsOwner<{ pid: string }>(
    isSpread ? `SELECT result AS pid FROM run_command_on_all_nodes($$${read}$$)` : read,
    [],
    databaseUrl,
  );
  const servers = rows.map(({ pid }) => pid);
  for (;;) {
    const processes = readProcesses(servers);
    const ticks = processes.reduce((sum, each) => sum + each.ticks, 0);
    // One that has ended meanwhile may be missing, and its server not have its time yet.
    const now = readProcesses(servers).map(({ pid }) => pid);
    if (processes.every(({ pid }, index) => pid === now[index])) return ticks * 10;
  }
}

function readProcesses(servers: readonly string[]): { pid: string; ticks: number }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const [, parent = '', ...fields] = fieldsOf(pid);
      const [user = 0, system = 0, ofEndedUser = 0, ofEndedSystem = 0] = fields.slice(9, 13).map(Number);
      if (servers.includes(pid)) return [{ pid, ticks: user + system + ofEndedUser + ofEndedSystem }];
      return servers.includes(parent) ? [{ pid, ticks: user + system }] : [];
    });
}

/** Behind a name that may hold anything: state, parent and so on; nothing of a process that has ended meanwhile. */
function fieldsOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  } catch {
    return [];
  }
}

/** Statements that were sent to one part of the stores, and to more, by the nodes too; by the counters of Citus 13.1 and later. */
export async function countShards(
  databaseUrl: string,
  isSpread: boolean,
): Promise<{ toOne: number; toMore: number }> {
  if (!isSpread) return { toOne: 0, toMore: 0 };
  const counters = `SELECT json_build_object('toOne', query_execution_single_shard, 'toMore', query_execution_multi_shard)
    FROM citus_stat_counters WHERE name = current_database()`;
  const [row] = await queryAsOwner<{ toOne: number; toMore: number }>(
    `SELECT sum((result::json ->> 'toOne')::int8)::float8 AS "toOne", sum((result::json ->> 'toMore')::int8)::float8 AS "toMore"
     FROM run_command_on_all_nodes($$${counters}$$)`,
    [],
    databaseUrl,
  );
  return row ?? { toOne: 0, toMore: 0 };
}
