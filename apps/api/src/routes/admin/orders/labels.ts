import { labels } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const orderLabelRoutes: Route[] = [
  route('GET /admin/v1/orders/{id}/labels/rates', 'orders:read', (ctx, { params }) =>
    labels.listLabelRates(ctx, params.id),
  ),
  route(
    'POST /admin/v1/orders/{id}/labels',
    'orders:write',
    (ctx, { params, body }) => labels.requestLabel(ctx, params.id, body),
    labels.makeLabel,
  ),
];
