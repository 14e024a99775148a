import { customers } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const customerRoutes: Route[] = [
  route('POST /admin/v1/customers', 'customers:write', (ctx, { body }) =>
    customers.createCustomer(ctx, body),
  ),
  route('GET /admin/v1/customers', 'customers:read', (ctx, { query }) => customers.listCustomers(ctx, query)),
  route('GET /admin/v1/customers/{id}', 'customers:read', (ctx, { params }) =>
    customers.getCustomer(ctx, params.id),
  ),
  route('PATCH /admin/v1/customers/{id}', 'customers:write', (ctx, { params, body }) =>
    customers.updateCustomer(ctx, params.id, body),
  ),
  route('POST /admin/v1/customers/{id}/disable', 'customers:write', (ctx, { params }) =>
    customers.disableCustomer(ctx, params.id),
  ),
  route('POST /admin/v1/customers/{id}/enable', 'customers:write', (ctx, { params }) =>
    customers.enableCustomer(ctx, params.id),
  ),
  route('POST /admin/v1/customers/{id}/vat/recheck', 'customers:write', (ctx, { params }) =>
    customers.recheckVat(ctx, params.id),
  ),
];
