import { orders } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const orderTagRoutes: Route[] = [
  route('POST /admin/v1/orders/tags', 'orders:write', (ctx, { body }) => orders.tagOrders(ctx, body)),
];
