import { customerGroups } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const customerGroupRoutes: Route[] = [
  route('POST /admin/v1/customer-groups', 'customers:write', (ctx, { body }) =>
    customerGroups.createCustomerGroup(ctx, body),
  ),
  route('GET /admin/v1/customer-groups', 'customers:read', (ctx, { query }) =>
    customerGroups.listCustomerGroups(ctx, query),
  ),
  route('GET /admin/v1/customer-groups/{id}', 'customers:read', (ctx, { params }) =>
    customerGroups.getCustomerGroup(ctx, params.id),
  ),
  route('PATCH /admin/v1/customer-groups/{id}', 'customers:write', (ctx, { params, body }) =>
    customerGroups.updateCustomerGroup(ctx, params.id, body),
  ),
  route('DELETE /admin/v1/customer-groups/{id}', 'customers:write', (ctx, { params }) =>
    customerGroups.deleteCustomerGroup(ctx, params.id),
  ),
];
