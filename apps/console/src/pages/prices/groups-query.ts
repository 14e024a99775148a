import { queryOptions } from '@tanstack/react-query';
import { admin } from '../../api.ts';

/** The names of the store's customer groups by their ids. */
export const groupsQuery = queryOptions({
  queryKey: ['customer-groups'],
  queryFn: async () => (await admin.listCustomerGroups({ pageSize: 200 })).items,
});

/** The currencies of the store's price lists. */
export const currenciesQuery = queryOptions({
  queryKey: ['price-lists', 'currencies'],
  queryFn: async () => {
    const { items } = await admin.listPriceLists({ pageSize: 200 });
    return [...new Set(items.map(({ currency }) => currency))].sort();
  },
});
