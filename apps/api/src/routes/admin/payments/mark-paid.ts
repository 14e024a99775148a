import { payments } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const markPaidRoutes: Route[] = [
  route('POST /admin/v1/payments/{id}/mark-paid', 'orders:write', (ctx, { params, body }) =>
    payments.markPaymentPaid(ctx, params.id, body),
  ),
];
