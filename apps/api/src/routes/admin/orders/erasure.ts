import { privacy } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const orderErasureRoutes: Route[] = [
  route('GET /admin/v1/orders/{id}/erasure', 'customers:read', async (ctx, { params }) =>
    privacy.getErasure(ctx, await privacy.orderSubject(ctx, params.id)),
  ),
  route('POST /admin/v1/orders/{id}/erasure', 'customers:write', async (ctx, { params }) =>
    privacy.requestErasure(ctx, await privacy.orderSubject(ctx, params.id)),
  ),
];
