import { orders, payments } from '@service/core';
import { type Route, route } from '../../../../http/route.ts';

export const cartPaymentRoutes: Route[] = [
  route(
    'POST /store/v1/carts/{cartId}/order/payment',
    'store',
    (ctx, { params, body }) => payments.payOrder(ctx, orders.ownOrder(ctx, params.cartId), body),
    payments.openOrderPayment,
  ),
];
