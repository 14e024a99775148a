import { orders } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const orderNoteRoutes: Route[] = [
  route('POST /admin/v1/orders/{id}/notes', 'orders:write', (ctx, { params, body }) =>
    orders.addOrderNote(ctx, params.id, body),
  ),
];
