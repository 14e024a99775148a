import { reports } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const reportRoutes: Route[] = [
  route('GET /admin/v1/reports/sales', 'orders:read', (ctx, { query }) => reports.getSales(ctx, query)),
  route('GET /admin/v1/reports/taxes', 'orders:read', (ctx, { query }) => reports.getTaxReport(ctx, query)),
  route('GET /admin/v1/reports/payment-accounts', 'orders:read', (ctx, { query }) =>
    reports.getAccountReport(ctx, query),
  ),
  route('GET /admin/v1/reports/export', 'orders:read', (ctx, { query }) => reports.exportMoney(ctx, query)),
];
