import { checkout } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const paymentMethodRoutes: Route[] = [
  route('GET /store/v1/carts/{cartId}/payment-methods', 'store', (ctx, { params }) =>
    checkout.listPaymentMethods(ctx, params.cartId),
  ),
];
