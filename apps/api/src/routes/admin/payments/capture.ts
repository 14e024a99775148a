import { payments } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const captureRoutes: Route[] = [
  route(
    'POST /admin/v1/payments/{id}/capture',
    'orders:write',
    (ctx, { params, body }) => payments.requestCapture(ctx, params.id, body),
    payments.capturePayment,
  ),
];
