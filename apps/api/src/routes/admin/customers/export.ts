import { customers } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const customersCsvRoutes: Route[] = [
  route('GET /admin/v1/customers/export', 'customers:read', async (ctx, { query }) =>
    customers.exportCustomers(ctx, query),
  ),
];
