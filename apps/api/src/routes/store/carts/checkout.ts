import { checkout, payments } from '@service/core';
import { type Route, routeInSteps } from '../../../http/route.ts';

export const checkoutRoutes: Route[] = [
  routeInSteps('POST /store/v1/carts/{cartId}/checkout', 'store', async (ctx, { params, body }, once) => {
    const checkedOut = await once(ctx, (tx) => checkout.checkOut(tx, params.cartId, body));
    return payments.openPayment(ctx, checkedOut);
  }),
];
