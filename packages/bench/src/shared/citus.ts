import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rebalance } from '@service/db';
import { queryAsOwner } from '@service/testing';

/** Takes the commands of pg_ctl for one node: `stop -m immediate`, and `start`. */
const NODE_PROGRAM = process.env.TEST_CITUS_NODE;

/** What happens to nodes while a service runs on them. */
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
