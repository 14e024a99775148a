import { type Command, InvalidArgumentError } from 'commander';
import { storeId } from '../arguments.ts';
import type { Cli } from '../cli.ts';
import { examples } from '../examples.ts';
import { CommandError } from '../exit-codes.ts';

export function addHost(program: Command, { print, withSystem }: Cli): void {
  const host = program.command('host').description('hosts of the stores');
  host
    .command('assign')
    .description('assign a host to a store, without a record in DNS; another store that has it loses it')
    .argument('<store>', 'id of the store', storeId)
    .argument('<host>', 'name of the host', hostName)
    .addHelpText(
      'after',
      examples('commerce host assign 5f0e5a3c-6a0d-4b0e-9a52-0f6b1c2d3e4f shop.tea.example'),
    )
    .action(async (tenantId: string, name: string) => {
      const { tenants } = await import('@service/core');
      const isKnown = await withSystem('host assign', (system) =>
        tenants.assignStoreHost(system.forTenant(tenantId, { kind: 'cli' }), name),
      );
      if (!isKnown) throw new CommandError(`There is no store ${tenantId}.`);
      print({ tenantId, host: name }, `${name} names the store ${tenantId}`);
    });
}

function hostName(given: string): string {
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(given)) throw new InvalidArgumentError('It is no name of a host.');
  return given.toLowerCase();
}
