import type { Command } from 'commander';
import type { NewStore } from '../actions/stores.ts';
import { countryCode, currencyCode, emailAddress, shortText, storeId } from '../arguments.ts';
import type { Cli } from '../cli.ts';
import { examples } from '../examples.ts';
import { addStoreDelete } from './store-delete.ts';

const SOME_STORE = '5f0e5a3c-6a0d-4b0e-9a52-0f6b1c2d3e4f';

export function addStore(program: Command, cli: Cli): void {
  const { config, print, withSystem } = cli;
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
      const lines = stores.map(({ id, createdAt, currency, country, state, name }) =>
        [id, createdAt.slice(0, 10), currency, country, state.padEnd('being-deleted'.length), name].join(
          '  ',
        ),
      );
      print({ stores }, lines.join('\n') || 'There is no store.');
    });
  store
    .command('suspend')
    .description(
      'refuse every request of a store and let its deliveries wait; payments are still recorded, and nothing is lost',
    )
    .argument('<store>', 'id of the store', storeId)
    .addHelpText('after', examples(`commerce store suspend ${SOME_STORE}`))
    .action(async (id: string) => {
      const { suspendStore } = await import('../actions/stores.ts');
      const { name } = await withSystem('store suspend', (system) => suspendStore(system, id));
      print(
        { id, name, state: 'suspended' },
        `${name} is suspended; running processes know it in five seconds.`,
      );
    });
  store
    .command('resume')
    .description('open a suspended store again, and send the deliveries that waited')
    .argument('<store>', 'id of the store', storeId)
    .addHelpText('after', examples(`commerce store resume ${SOME_STORE}`))
    .action(async (id: string) => {
      const { resumeStore, sendWaiting } = await import('../actions/stores.ts');
      const { name } = await withSystem('store resume', (system) => resumeStore(system, id));
      const deliveries = await sendWaiting(config(), id);
      const when = deliveries === 'sent' ? 'now' : 'within half a minute, as the queue is away';
      print(
        { id, name, state: 'open', deliveries },
        `${name} is open; running processes know it in five seconds. What waited is delivered ${when}.`,
      );
    });
  addStoreDelete(store, cli);
}
