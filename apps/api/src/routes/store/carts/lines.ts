import { carts } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const cartLineRoutes: Route[] = [
  route(
    'POST /store/v1/carts/{cartId}/lines',
    'store',
    (ctx, { params, body }) => carts.addCartLine(ctx, params.cartId, body),
    carts.withTaxes,
  ),
  route(
    'PATCH /store/v1/carts/{cartId}/lines/{lineId}',
    'store',
    (ctx, { params, body }) => carts.changeCartLine(ctx, params, body.quantity),
    carts.withTaxes,
  ),
  route(
    'DELETE /store/v1/carts/{cartId}/lines/{lineId}',
    'store',
    (ctx, { params }) => carts.removeCartLine(ctx, params),
    carts.withTaxes,
  ),
];
