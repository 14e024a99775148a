import { labels } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const labelRoutes: Route[] = [
  route('GET /admin/v1/labels/{id}/file', 'orders:read', (ctx, { params }) =>
    labels.readLabelFile(ctx, params.id),
  ),
  route(
    'POST /admin/v1/labels/{id}/cancel',
    'orders:write',
    (ctx, { params }) => labels.requestCancellation(ctx, params.id),
    labels.cancelLabel,
  ),
];
