import { customers, orders, returns } from '@service/core';
import { type Route, route } from '../../../../http/route.ts';

const { requireCustomerId } = customers;

export const ownOrderRoutes: Route[] = [
  route('GET /store/v1/customers/me/orders', 'customer', (ctx, { query }) =>
    orders.listOrdersOf(ctx, requireCustomerId(ctx), query),
  ),
  route('GET /store/v1/customers/me/orders/{id}', 'customer', (ctx, { params }) =>
    orders.getOrderOf(ctx, requireCustomerId(ctx), params.id),
  ),
  route('GET /store/v1/customers/me/orders/{id}/returns', 'customer', (ctx, { params }) =>
    returns.listReturnsOf(ctx, { orderId: params.id, customerId: requireCustomerId(ctx) }),
  ),
  route('POST /store/v1/customers/me/orders/{id}/returns', 'customer', (ctx, { params, body }) =>
    returns.requestReturn(ctx, { orderId: params.id, customerId: requireCustomerId(ctx) }, body),
  ),
];
