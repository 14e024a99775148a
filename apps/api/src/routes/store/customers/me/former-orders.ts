import { customers, formerOrders } from '@service/core';
import { type Route, route } from '../../../../http/route.ts';

const { requireCustomerId } = customers;

export const ownFormerOrderRoutes: Route[] = [
  route('GET /store/v1/customers/me/former-orders', 'customer', (ctx, { query }) =>
    formerOrders.listFormerOrdersOf(ctx, requireCustomerId(ctx), query),
  ),
  route('GET /store/v1/customers/me/former-orders/{id}', 'customer', (ctx, { params }) =>
    formerOrders.getFormerOrderOf(ctx, requireCustomerId(ctx), params.id),
  ),
];
