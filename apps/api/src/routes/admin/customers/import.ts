import { customers } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const customersFileRoutes: Route[] = [
  route('POST /admin/v1/customers/import', 'customers:write', (ctx, { headers, query, stream }) => {
    const format = String(headers['content-type']).startsWith('text/csv') ? 'csv' : 'ndjson';
    return customers.importCustomers(ctx, format, stream, query);
  }),
];
