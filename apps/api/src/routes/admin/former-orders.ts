import { formerOrders } from '@service/core';
import { fileFormatOf } from '../../http/file-format.ts';
import { type Route, route } from '../../http/route.ts';

export const formerOrderRoutes: Route[] = [
  route('GET /admin/v1/former-orders', 'orders:read', (ctx, { query }) =>
    formerOrders.listFormerOrders(ctx, query),
  ),
  route('GET /admin/v1/former-orders/{id}', 'orders:read', (ctx, { params }) =>
    formerOrders.getFormerOrder(ctx, params.id),
  ),
  route('DELETE /admin/v1/former-orders/{id}', 'orders:write', (ctx, { params }) =>
    formerOrders.deleteFormerOrder(ctx, params.id),
  ),
  route('POST /admin/v1/former-orders/import', 'orders:write', (ctx, { headers, query, stream }) =>
    formerOrders.importFormerOrders(ctx, fileFormatOf(headers), stream, query),
  ),
];
