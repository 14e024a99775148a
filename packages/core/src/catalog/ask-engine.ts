import type { Context } from '../context.ts';
import type { ListingFilters } from './listing-filters.ts';

/** The most matches that the engine returns: by relevance no more are listed. */
const MOST = 500;

/**
 * Input: the storefront's filters. Output: the same, with the products that the search engine finds for the words where the
 * store has one and it isn't away. All other filters, prices and availability are the database's.
 */
export async function askEngine<F extends ListingFilters>(ctx: Context, filters: F): Promise<F> {
  const { search } = ctx.services;
  if (!search || filters.q === undefined) return filters;
  const store = await ctx.db.searchStore.findFirst({ where: { builtAt: { not: null } } });
  if (!store) return filters;
  const foundIds = await search.find(ctx.tenantId, filters.q, MOST).catch((err) => {
    ctx.log.warn({ err }, 'the search engine failed; PostgreSQL finds products for a while');
    return null;
  });
  return foundIds ? { ...filters, foundIds } : filters;
}
