import { checkout, payments } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const linkedPaymentRoutes: Route[] = [
  route('POST /store/v1/payment-links/order', 'store', (ctx, { body }) =>
    checkout.readPaymentLink(ctx, body.token),
  ),
  route(
    'POST /store/v1/payment-links/payment',
    'store',
    (ctx, { body }) => payments.payByLink(ctx, body),
    payments.openOrderPayment,
  ),
];
