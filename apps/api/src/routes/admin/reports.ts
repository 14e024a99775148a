import { reports } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const reportRoutes: Route[] = [
  route('GET /admin/v1/reports/sales', 'orders:read', (ctx, { query }) => reports.getSales(ctx, query)),
];
