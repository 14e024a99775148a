import { payments } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const paymentRoutes: Route[] = [
  route('GET /admin/v1/payments', 'orders:read', (ctx, { query }) => payments.listPayments(ctx, query)),
];
