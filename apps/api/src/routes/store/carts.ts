import { carts, customers, orders, returns } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const cartRoutes: Route[] = [
  route('POST /store/v1/carts', 'store', (ctx, { body }) => carts.createCart(ctx, body)),
  route('GET /store/v1/carts/{cartId}', 'store', (ctx, { params }) => carts.getTaxedCart(ctx, params.cartId)),
  route(
    'POST /store/v1/carts/{cartId}/claim',
    'customer',
    (ctx, { params }) => carts.claimCart(ctx, customers.requireCustomerId(ctx), params.cartId),
    carts.withTaxes,
  ),
  route(
    'PATCH /store/v1/carts/{cartId}',
    'store',
    (ctx, { params, body }) => carts.updateCart(ctx, params.cartId, body),
    carts.withTaxes,
  ),
  route(
    'POST /store/v1/carts/{cartId}/shipping-address',
    'store',
    (ctx, { params, body }) => carts.setShippingAddress(ctx, params.cartId, body),
    carts.withTaxes,
  ),
  route(
    'POST /store/v1/carts/{cartId}/billing-address',
    'store',
    (ctx, { params, body }) => carts.setBillingAddress(ctx, params.cartId, body),
    carts.withTaxes,
  ),
  route('GET /store/v1/carts/{cartId}/shipping-options', 'store', (ctx, { params }) =>
    carts.listShippingOptions(ctx, params.cartId),
  ),
  route(
    'POST /store/v1/carts/{cartId}/shipping-option',
    'store',
    (ctx, { params, body }) => carts.chooseShippingOption(ctx, params.cartId, body.shippingOptionId),
    carts.withTaxes,
  ),
  route(
    'POST /store/v1/carts/{cartId}/discount-code',
    'store',
    (ctx, { params, body }) => carts.applyDiscountCode(ctx, params.cartId, body.code),
    carts.withTaxes,
  ),
  route(
    'DELETE /store/v1/carts/{cartId}/discount-code',
    'store',
    (ctx, { params }) => carts.removeDiscountCode(ctx, params.cartId),
    carts.withTaxes,
  ),
  route('GET /store/v1/carts/{cartId}/order', 'store', (ctx, { params }) =>
    orders.getCartOrder(ctx, params.cartId),
  ),
  route('GET /store/v1/carts/{cartId}/order/returns', 'store', (ctx, { params }) =>
    returns.listReturnsOf(ctx, params),
  ),
  route('POST /store/v1/carts/{cartId}/order/returns', 'store', (ctx, { params, body }) =>
    returns.requestReturn(ctx, params, body),
  ),
];
