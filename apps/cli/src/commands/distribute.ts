import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples } from '../examples.ts';
import { CommandError } from '../exit-codes.ts';

export function addDistribute(program: Command, { config, confirm, note, print }: Cli): void {
  program
    .command('distribute')
    .description('spread the stores over the nodes of Citus, where the extension is installed')
    .option('--dry-run', 'only print the statements', false)
    .addHelpText('after', examples('commerce distribute --dry-run', 'commerce distribute'))
    .action(async ({ dryRun }: { dryRun: boolean }) => {
      const { distribute, hasCitus, planDistribution, readObstacles } = await import('@service/db');
      const { DATABASE_URL } = config();
      const isThere = await hasCitus(DATABASE_URL);
      const obstacles = isThere
        ? await readObstacles(DATABASE_URL)
        : [
            'The extension citus isn’t installed in this database: CREATE EXTENSION citus, and name its nodes.',
          ];
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
}

function textOf(step: readonly string[]): string {
  return `BEGIN;\n${step.join(';\n')};\nCOMMIT;`;
}
