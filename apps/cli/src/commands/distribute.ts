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
      const { distribute, hasCitus, planDistribution, statementsOf } = await import('@service/db');
      const { DATABASE_URL } = config();
      const distribution = await planDistribution(DATABASE_URL);
      if (dryRun) {
        const statements = statementsOf(distribution);
        return print({ ...distribution, statements }, statements.map((each) => `${each};`).join('\n'));
      }
      if (!(await hasCitus(DATABASE_URL)))
        throw new CommandError(
          'The extension citus isn’t installed in this database: CREATE EXTENSION citus, and name its nodes. Nothing was done.',
        );
      await confirm('API and worker must be stopped, and there must be a backup: this can’t be undone.');
      await distribute(DATABASE_URL, note);
      print(distribution, `${distribution.byStore.length} tables are spread by store.`);
    });
}
