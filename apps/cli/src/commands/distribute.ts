import type { Move } from '@service/db';
import type { Command } from 'commander';
import { hostAndPort, storeId } from '../arguments.ts';
import type { Cli } from '../cli.ts';
import { examples } from '../examples.ts';
import { CommandError } from '../exit-codes.ts';

const STORE = '5f0e5a3c-6a0d-4b0e-9a52-0f6b1c2d3e4f';

const NO_EXTENSION =
  'The extension citus isn’t installed in this database: CREATE EXTENSION citus, and name its nodes.';

export function addDistribute(program: Command, cli: Cli): void {
  const { config, confirm, note, print } = cli;
  const command = program
    .command('distribute')
    .description('spread the stores over the nodes of Citus, where the extension is installed')
    .option('--dry-run', 'only print the statements', false)
    .addHelpText('after', examples('commerce distribute --dry-run', 'commerce distribute'))
    .action(async ({ dryRun }: { dryRun: boolean }) => {
      const { distribute, hasCitus, planDistribution, readObstacles } = await import('@service/db');
      const { DATABASE_URL } = config();
      const isThere = await hasCitus(DATABASE_URL);
      const obstacles = isThere ? await readObstacles(DATABASE_URL) : [NO_EXTENSION];
      const distribution = await planDistribution(DATABASE_URL);
      if (dryRun) {
        for (const each of obstacles) note(each);
        return print(distribution, distribution.steps.map(textOf).join('\n\n'));
      }
      if (obstacles.length > 0) throw new CommandError(`${obstacles.join('\n')}\nNothing was done.`);
      if (distribution.steps.length > 0)
        await confirm('API and worker must be stopped, and there must be a backup: this can’t be undone.');
      await distribute(DATABASE_URL, (statement, number, total) =>
        note(`${number} of ${total}: ${statement.split('\n')[0]}`),
      );
      print(distribution, `${distribution.byStore.length} tables are spread by store.`);
    });
  addRebalance(command, cli);
  addApart(command, cli);
}

function addRebalance(distribute: Command, { config, note, print }: Cli): void {
  distribute
    .command('rebalance')
    .description(
      'move stores to the nodes that have fewer, such as a new one, while API and worker run; continues when it is run again after a kill',
    )
    .option('--dry-run', 'only print the moves', false)
    .addHelpText(
      'after',
      examples('commerce distribute rebalance --dry-run', 'commerce distribute rebalance'),
    )
    .action(async ({ dryRun }: { dryRun: boolean }) => {
      const { planRebalance, rebalance } = await import('@service/db');
      const { DATABASE_URL } = config();
      await assertSpread(DATABASE_URL);
      if (dryRun) {
        const moves = await planRebalance(DATABASE_URL);
        return print({ moves }, moves.map(lineOf).join('\n') || 'There is nothing to move.');
      }
      const moves = await rebalance(DATABASE_URL, (move, number, total) =>
        note(`${number} of ${total}: ${lineOf(move)} …`),
      );
      print(
        { moves },
        moves.length === 0 ? 'There was nothing to move.' : `${moves.length} parts have moved.`,
      );
    });
}

function addApart(distribute: Command, { config, note, print }: Cli): void {
  distribute
    .command('apart')
    .description(
      'move a big store to a node of its own, and all others away from there, while API and worker run; continues when it is run again after a kill',
    )
    .argument('<store>', 'id of the store', storeId)
    .argument('<node>', 'host and port, as Citus knows them', hostAndPort)
    .addHelpText('after', examples(`commerce distribute apart ${STORE} 10.0.0.7:5432`))
    .action(async (id: string, node: ReturnType<typeof hostAndPort>) => {
      const { setApart } = await import('@service/db');
      const { DATABASE_URL } = config();
      await assertSpread(DATABASE_URL);
      await setApart(DATABASE_URL, id, node, note);
      const at = `${node.host}:${node.port}`;
      print(
        { id, node: at },
        `The store is alone on ${at}: \`commerce distribute rebalance\` leaves it there.`,
      );
    });
}

/** Moving stores requires the same as distributing them first did: a new node may lack it. */
async function assertSpread(databaseUrl: string): Promise<void> {
  const { hasCitus, readObstacles } = await import('@service/db');
  const obstacles = (await hasCitus(databaseUrl)) ? await readObstacles(databaseUrl) : [NO_EXTENSION];
  if (obstacles.length > 0) throw new CommandError(`${obstacles.join('\n')}\nNothing was done.`);
}

function lineOf({ shard, bytes, from, to }: Move): string {
  return `part ${shard} (${Math.ceil(bytes / 1_000_000)} MB) from ${from} to ${to}`;
}

function textOf(step: readonly string[]): string {
  return `BEGIN;\n${step.join(';\n')};\nCOMMIT;`;
}
