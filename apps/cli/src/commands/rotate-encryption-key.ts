import type { ResealedColumn } from '@service/core';
import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples } from '../examples.ts';
import { CommandError } from '../exit-codes.ts';

/** May run beside running processes, and repeatedly. Fails if a secret is left that no listed key opens. */
export function addRotateEncryptionKey(program: Command, { print, withSystem }: Cli): void {
  program
    .command('rotate-encryption-key')
    .description(
      'encrypt every stored secret with the first key of SECRETS_KEY, so that the others can be removed',
    )
    .option('--dry-run', 'only count the secrets that another key sealed', false)
    .addHelpText('after', examples('SECRETS_KEY="$NEW_KEY,$OLD_KEY" commerce rotate-encryption-key'))
    .action(async ({ dryRun }: { dryRun: boolean }) => {
      const { rotateEncryptionKey } = await import('@service/core');
      const columns = await withSystem('rotate-encryption-key', (system) =>
        rotateEncryptionKey(system, { dryRun }),
      );
      const unopened = columns.reduce((sum, column) => sum + column.unopened, 0);
      const lines = columns.map((column) => lineOf(column, dryRun));
      if (unopened === 0 && !dryRun)
        lines.push('Every stored secret is sealed with the first key of SECRETS_KEY.');
      print({ columns, dryRun }, lines.join('\n'));
      if (unopened > 0)
        throw new CommandError(
          `${unopened} secret(s) were sealed with a key that SECRETS_KEY doesn’t list: add ${[...new Set(columns.flatMap(({ missingKeys }) => missingKeys))].sort().join(', ')}.`,
        );
    });
}

function lineOf({ name, resealed, unopened, missingKeys }: ResealedColumn, dryRun: boolean): string {
  return `${name}: ${resealed} ${dryRun ? 'to seal' : 'sealed'} again${unopened > 0 ? `, ${unopened} can’t be opened without key ${missingKeys.join(', ')}` : ''}`;
}
