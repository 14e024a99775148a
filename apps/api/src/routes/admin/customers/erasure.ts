import { privacy } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const customerErasureRoutes: Route[] = [
  route('GET /admin/v1/customers/{id}/erasure', 'customers:read', (ctx, { params }) =>
    privacy.getErasure(ctx, params.id),
  ),
  route('POST /admin/v1/customers/{id}/erasure', 'customers:write', (ctx, { params }) =>
    privacy.requestErasure(ctx, params.id),
  ),
];
