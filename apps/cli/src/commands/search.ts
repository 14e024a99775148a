import type { Command } from 'commander';
import { storeId } from '../arguments.ts';
import type { Cli } from '../cli.ts';
import { examples } from '../examples.ts';
import { CommandError } from '../exit-codes.ts';

const STORE = '5f0e5a3c-6a0d-4b0e-9a52-0f6b1c2d3e4f';

export function addSearch(program: Command, { config, print, progress, withSystem }: Cli): void {
  const search = program.command('search').description('use a search engine for the products of a store');
  search
    .command('rebuild')
    .description('send all products of a store to the search engine; PostgreSQL serves searches meanwhile')
    .argument('<store>', 'id of the store', storeId)
    .addHelpText('after', examples(`commerce search rebuild ${STORE}`))
    .action(async (tenantId: string) => {
      if (!config().SEARCH_URL) throw new CommandError('There is no search engine: set SEARCH_URL.');
      const { search } = await import('@service/core');
      const products = await withSystem('search rebuild', (system) =>
        search.rebuildSearch(system, tenantId, (told) => progress(`${told} products`)),
      );
      if (products === null) throw new CommandError(`There is no store ${tenantId}.`);
      print({ tenantId, products }, `The search engine finds ${products} products.`);
    });
  search
    .command('end')
    .description('use PostgreSQL for the products of a store again')
    .argument('<store>', 'id of the store', storeId)
    .addHelpText('after', examples(`commerce search end ${STORE}`))
    .action(async (tenantId: string) => {
      const { search } = await import('@service/core');
      const had = await withSystem('search end', (system) => search.endSearch(system, tenantId));
      if (!had) throw new CommandError(`No search engine knows the products of ${tenantId}.`);
      print({ tenantId }, 'PostgreSQL finds its products.');
    });
}
