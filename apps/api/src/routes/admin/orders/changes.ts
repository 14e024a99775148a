import { cancellation, payments } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const orderChangeRoutes: Route[] = [
  route(
    'POST /admin/v1/orders/{id}/changes',
    'orders:write',
    (ctx, { params, body }) => cancellation.changeOrder(ctx, params.id, body),
    payments.openReplaced,
  ),
  route('POST /admin/v1/orders/{id}/changes/preview', 'orders:write', (ctx, { params, body }) =>
    cancellation.previewOrderChange(ctx, params.id, body),
  ),
];
