import { payments } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const disputeRoutes: Route[] = [
  route('GET /admin/v1/disputes', 'orders:read', (ctx, { query }) => payments.listDisputes(ctx, query)),
];
