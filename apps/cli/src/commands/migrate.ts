import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples } from '../examples.ts';

export function addMigrate(program: Command, { config, print }: Cli): void {
  program
    .command('migrate')
    .description('bring the database to the version of this release')
    .addHelpText('after', examples('commerce migrate'))
    .action(async () => {
      const { migrate } = await import('@service/db');
      const applied = await migrate(config().DATABASE_URL);
      const text = applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`;
      print({ applied }, text);
    });
}
