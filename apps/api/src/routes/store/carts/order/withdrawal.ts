import { orders } from '@service/core';
import { type Route, route } from '../../../../http/route.ts';

export const cartWithdrawalRoutes: Route[] = [
  route('POST /store/v1/carts/{cartId}/order/withdrawal', 'store', (ctx, { params }) =>
    orders.withdrawOrder(ctx, orders.ownOrder(ctx, params.cartId)),
  ),
];
