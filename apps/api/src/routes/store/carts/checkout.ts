import { checkout, payments } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const checkoutRoutes: Route[] = [
  route(
    'POST /store/v1/carts/{cartId}/checkout',
    'store',
    (ctx, { params, body }) => checkout.checkOut(ctx, params.cartId, body),
    payments.openPayment,
  ),
];
