import { customers, orders } from '@service/core';
import { type Route, route } from '../../../../http/route.ts';

const { requireCustomerId } = customers;

export const ownOrderRoutes: Route[] = [
  route('GET /store/v1/customers/me/orders', 'customer', (ctx, { query }) =>
    orders.listOrdersOf(ctx, requireCustomerId(ctx), query),
  ),
  route('GET /store/v1/customers/me/orders/{id}', 'customer', (ctx, { params }) =>
    orders.getOrderOf(ctx, requireCustomerId(ctx), params.id),
  ),
];
