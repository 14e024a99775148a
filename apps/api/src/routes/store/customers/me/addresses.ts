import { customers } from '@service/core';
import { type Route, route } from '../../../../http/route.ts';

const { requireCustomerId } = customers;

export const ownAddressRoutes: Route[] = [
  route('GET /store/v1/customers/me/addresses', 'customer', (ctx, { query }) =>
    customers.listAddresses(ctx, requireCustomerId(ctx), query),
  ),
  route('POST /store/v1/customers/me/addresses', 'customer', (ctx, { body }) =>
    customers.createAddress(ctx, requireCustomerId(ctx), body),
  ),
  route('PUT /store/v1/customers/me/addresses/{id}', 'customer', (ctx, { params, body }) =>
    customers.replaceAddress(ctx, requireCustomerId(ctx), params.id, body),
  ),
  route('DELETE /store/v1/customers/me/addresses/{id}', 'customer', (ctx, { params }) =>
    customers.deleteAddress(ctx, requireCustomerId(ctx), params.id),
  ),
];
