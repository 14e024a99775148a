import { checkout, orders, payments } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const checkoutRoutes: Route[] = [
  route(
    'POST /store/v1/carts/{cartId}/checkout',
    'store',
    (ctx, { params, body }) => checkout.checkOut(ctx, params.cartId, body),
    payments.openPayment,
  ),
  route('GET /store/v1/carts/{cartId}/payment-methods', 'store', (ctx, { params }) =>
    checkout.listPaymentMethods(ctx, params.cartId),
  ),
  route(
    'POST /store/v1/carts/{cartId}/order/payment',
    'store',
    (ctx, { params, body }) => payments.payOrder(ctx, orders.ownOrder(ctx, params.cartId), body),
    payments.openPayment,
  ),
];
