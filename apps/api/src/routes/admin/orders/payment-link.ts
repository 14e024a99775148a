import { payments } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const paymentLinkRoutes: Route[] = [
  route('POST /admin/v1/orders/{id}/payment-link', 'orders:write', (ctx, { params }) =>
    payments.sendPaymentLink(ctx, params.id),
  ),
];
