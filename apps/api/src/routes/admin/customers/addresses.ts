import { customers } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const customerAddressRoutes: Route[] = [
  route('GET /admin/v1/customers/{id}/addresses', 'customers:read', (ctx, { params, query }) =>
    customers.listAddresses(ctx, params.id, query),
  ),
  route('POST /admin/v1/customers/{id}/addresses', 'customers:write', (ctx, { params, body }) =>
    customers.createAddress(ctx, params.id, body),
  ),
  route('PUT /admin/v1/customers/{id}/addresses/{addressId}', 'customers:write', (ctx, { params, body }) =>
    customers.replaceAddress(ctx, params.id, params.addressId, body),
  ),
  route('DELETE /admin/v1/customers/{id}/addresses/{addressId}', 'customers:write', (ctx, { params }) =>
    customers.deleteAddress(ctx, params.id, params.addressId),
  ),
];
