import type { Command } from 'commander';
import type { NewStore } from '../actions/stores.ts';
import { countryCode, currencyCode, emailAddress, shortText } from '../arguments.ts';
import type { Cli } from '../cli.ts';
import { examples } from '../examples.ts';

export function addStore(program: Command, { print, withSystem }: Cli): void {
  const store = program.command('store').description('stores of the deployment');
  store
    .command('create')
    .description('make a store with its owner, and print the owner’s new password')
    .requiredOption('--name <name>', 'name of the store', shortText)
    .requiredOption('--currency <code>', 'such as EUR', currencyCode)
    .requiredOption('--country <code>', 'where the store is, such as DE', countryCode)
    .requiredOption('--owner <e-mail>', 'address of its owner', emailAddress)
    .option('--owner-name <name>', 'name of its owner', shortText)
    .addHelpText(
      'after',
      examples(
        'commerce store create --name "Tea House" --currency EUR --country DE --owner owner@tea.example',
      ),
    )
    .action(async (given: NewStore) => {
      const { createStore } = await import('../actions/stores.ts');
      const made = await withSystem('store create', (system) => createStore(system, given));
      const lines = [
        `Store            ${made.id}`,
        `Publishable key  ${made.publishableKey}`,
        `Owner            ${made.owner}`,
        `Password         ${made.password}`,
      ];
      print(made, lines.join('\n'));
    });
  store
    .command('list')
    .description('list the stores, oldest first')
    .addHelpText('after', examples('commerce store list', 'commerce store list --json'))
    .action(async () => {
      const { listStores } = await import('../actions/stores.ts');
      const stores = await withSystem('store list', listStores);
      const lines = stores.map(({ id, createdAt, currency, country, name }) =>
        [id, createdAt.slice(0, 10), currency, country, name].join('  '),
      );
      print({ stores }, lines.join('\n') || 'There is no store.');
    });
}
