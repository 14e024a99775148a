import { orders } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const ordersCsvRoutes: Route[] = [
  route('GET /admin/v1/orders/export', 'orders:read', async (ctx, { query }) =>
    orders.exportOrders(ctx, query),
  ),
];
