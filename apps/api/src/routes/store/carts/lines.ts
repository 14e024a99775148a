import { carts } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const cartLineRoutes: Route[] = [
  route('POST /store/v1/carts/{cartId}/lines', 'store', (ctx, { params, body }) =>
    carts.addCartLine(ctx, params.cartId, body),
  ),
  route('PATCH /store/v1/carts/{cartId}/lines/{lineId}', 'store', (ctx, { params, body }) =>
    carts.changeCartLine(ctx, params, body.quantity),
  ),
  route('DELETE /store/v1/carts/{cartId}/lines/{lineId}', 'store', (ctx, { params }) =>
    carts.removeCartLine(ctx, params),
  ),
];
