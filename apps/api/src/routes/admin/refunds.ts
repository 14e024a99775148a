import { refunds } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const refundRoutes: Route[] = [
  route('GET /admin/v1/refunds', 'orders:read', (ctx, { query }) => refunds.listRefunds(ctx, query)),
];
