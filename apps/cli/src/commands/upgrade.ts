import { resolve } from 'node:path';
import type { Command } from 'commander';
import { isS3 } from '../backup-file.ts';
import { hasFailed, lineOf } from '../check.ts';
import type { Cli } from '../cli.ts';
import { examples } from '../examples.ts';
import { CommandError, EXIT } from '../exit-codes.ts';

interface Options {
  check?: boolean;
  backup?: string;
  iHaveABackup?: boolean;
}

export function addUpgrade(program: Command, cli: Cli): void {
  program
    .command('upgrade')
    .description(
      'bring the database to this release: pause API and workers, back up, migrate, check a new API and worker, restore if anything fails',
    )
    .option('--check', 'only check; exits with 4 when the upgrade can’t be done')
    .option(
      '--backup <file>',
      'file of the backup, or s3://bucket/key (default: commerce-before-upgrade-<time>.backup)',
    )
    .option('--i-have-a-backup', 'make no backup; then nothing can be restored')
    .addHelpText(
      'after',
      examples('commerce upgrade --check', 'commerce upgrade --backup /backups/before.backup --yes'),
    )
    .action(async ({ check, backup, iHaveABackup = false }: Options) => {
      const { checkUpgrade } = await import('../upgrade/checks.ts');
      const given =
        backup ?? `commerce-before-upgrade-${new Date().toISOString().replace(/[:.]/g, '-')}.backup`;
      const backupFile = isS3(given) ? given : resolve(given);
      const checks = await checkUpgrade(cli.config(), { backupFile: iHaveABackup ? undefined : backupFile });
      if (check) {
        cli.print({ checks }, checks.map(lineOf).join('\n'));
        if (hasFailed(checks)) cli.exitWith(EXIT.found);
        return;
      }
      for (const line of checks.map(lineOf)) cli.note(line);
      if (hasFailed(checks))
        throw new CommandError('Nothing was changed: see the checks that failed.', EXIT.found);
      const after = iHaveABackup ? 'migrates without a backup' : `backs up to ${backupFile}, migrates`;
      await cli.confirm(`This pauses API and workers, ${after}, and checks the new version.`);
      const { runUpgrade } = await import('../upgrade/run-upgrade.ts');
      const { from, to } = await runUpgrade(cli, { backupFile, hasBackup: iHaveABackup });
      cli.print(
        { from, to, backup: iHaveABackup ? null : backupFile },
        `The database is of version ${to}. Start its API and workers, and stop the old ones.`,
      );
    });
}
