import { customers } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const customerImportRoutes: Route[] = [
  route('GET /admin/v1/customer-imports/{id}', 'customers:read', (ctx, { params }) =>
    customers.getCustomerImport(ctx, params.id),
  ),
  route('GET /admin/v1/customer-imports/{id}/refused-rows', 'customers:read', (ctx, { params, query }) =>
    customers.listRefusedCustomers(ctx, params.id, query),
  ),
];
