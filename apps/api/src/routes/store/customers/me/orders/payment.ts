import { customers, payments } from '@service/core';
import { type Route, route } from '../../../../../http/route.ts';

export const ownPaymentRoutes: Route[] = [
  route(
    'POST /store/v1/customers/me/orders/{id}/payment',
    'customer',
    (ctx, { params, body }) =>
      payments.payOrder(ctx, { id: params.id, customerId: customers.requireCustomerId(ctx) }, body),
    payments.openOrderPayment,
  ),
];
