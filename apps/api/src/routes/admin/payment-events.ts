import { payments } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const paymentEventRoutes: Route[] = [
  route('GET /admin/v1/payment-events', 'orders:read', (ctx, { query }) =>
    payments.listPaymentEvents(ctx, query),
  ),
  route('POST /admin/v1/payment-events/{id}/replay', 'orders:write', (ctx, { params }) =>
    payments.replayPaymentEvent(ctx, params.id),
  ),
];
