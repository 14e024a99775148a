import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples } from '../examples.ts';
import { EXIT } from '../exit-codes.ts';
import { migrateAll } from '../migrate-all.ts';

export function addMigrate(program: Command, { config, note, print, exitWith }: Cli): void {
  const command = program
    .command('migrate')
    .description('bring the database to the version of this release; `migrate status` only checks')
    .option('--dry-run', 'only print the migrations that would be applied, and whether they may be')
    .addHelpText('after', examples('commerce migrate', 'commerce migrate --dry-run'))
    .action(async ({ dryRun }: { dryRun?: boolean }) => {
      if (dryRun) {
        const { assertMigratable, migrationStatus } = await import('@service/db');
        const { DATABASE_URL } = config();
        await assertMigratable(DATABASE_URL);
        const { pending } = await migrationStatus(DATABASE_URL);
        const text = pending.length === 0 ? 'There is nothing to apply.' : `To apply: ${pending.join(', ')}.`;
        return print({ pending }, text);
      }
      const onMigration = (name: string) => note(`Applying ${name} …`);
      const applied = await migrateAll(config(), { onMigration });
      const text = applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`;
      print({ applied }, text);
    });
  command
    .command('status')
    .description('compare the database with this release; exits with 4 when migrations are to be applied')
    .addHelpText('after', examples('commerce migrate status'))
    .action(async () => {
      const { migrationStatus } = await import('@service/db');
      const status = await migrationStatus(config().DATABASE_URL);
      const { version, database, applied, pending } = status;
      const since = database ? `${database.version}, since ${database.migratedAt.toISOString()}` : 'none yet';
      print(
        status,
        [
          `This release  ${version}`,
          `Database      ${since}`,
          `Applied       ${applied.length}`,
          `Pending       ${pending.length === 0 ? 'none' : pending.join(', ')}`,
        ].join('\n'),
      );
      if (pending.length > 0) exitWith(EXIT.found);
    });
}
