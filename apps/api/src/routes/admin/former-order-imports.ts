import { formerOrders } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const formerOrderImportRoutes: Route[] = [
  route('GET /admin/v1/former-order-imports/{id}', 'orders:read', (ctx, { params }) =>
    formerOrders.getFormerOrderImport(ctx, params.id),
  ),
  route('GET /admin/v1/former-order-imports/{id}/refused-rows', 'orders:read', (ctx, { params, query }) =>
    formerOrders.listRefusedFormerOrders(ctx, params.id, query),
  ),
];
