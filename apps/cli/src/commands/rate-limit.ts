import { type Command, InvalidArgumentError } from 'commander';
import { storeId } from '../arguments.ts';
import type { Cli } from '../cli.ts';
import { examples } from '../examples.ts';
import { CommandError } from '../exit-codes.ts';

export function addRateLimit(program: Command, { print, withSystem }: Cli): void {
  program
    .command('rate-limit')
    .description('give a store another rate limit; running processes know it half a minute later')
    .argument('<store>', 'id of the store', storeId)
    .argument('<limit>', 'requests a minute of each credential; 0: no limit; default: as configured', limitOf)
    .addHelpText(
      'after',
      examples(
        'commerce rate-limit 5f0e5a3c-6a0d-4b0e-9a52-0f6b1c2d3e4f 20000',
        'commerce rate-limit 5f0e5a3c-6a0d-4b0e-9a52-0f6b1c2d3e4f default',
      ),
    )
    .action(async (tenantId: string, perMinute: number | null) => {
      const { tenants } = await import('@service/core');
      const isKnown = await withSystem('rate-limit', (system) =>
        tenants.setRateLimit(system.forTenant(tenantId, { kind: 'cli' }), perMinute),
      );
      if (!isKnown) throw new CommandError(`There is no store ${tenantId}.`);
      print({ tenantId, perMinute }, `Requests a minute of each credential: ${perMinute ?? 'as configured'}`);
    });
}

function limitOf(given: string): number | null {
  if (given === 'default') return null;
  if (!/^\d{1,9}$/.test(given)) throw new InvalidArgumentError('It is no number of requests, nor “default”.');
  return Number(given);
}
