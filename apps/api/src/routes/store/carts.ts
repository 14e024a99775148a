import { operations } from '@service/contract';
import { carts, checkout, customers, orders, payments } from '@service/core';
import { operation, type Route } from '../../http/operation-route.ts';

export const cartRoutes: Route[] = [
  operation(operations.createCart, (ctx) => carts.createCart(ctx)),
  operation(operations.getCart, (ctx, { params }) => carts.getCart(ctx, params.cartId)),
  operation(operations.claimCart, (ctx, { params }) =>
    carts.claimCart(ctx, customers.requireCustomerId(ctx), params.cartId),
  ),
  operation(operations.updateCart, (ctx, { params, body }) =>
    carts.setCartEmail(ctx, params.cartId, body.email),
  ),
  operation(operations.addCartLine, (ctx, { params, body }) => carts.addCartLine(ctx, params.cartId, body)),
  operation(operations.changeCartLine, (ctx, { params, body }) =>
    carts.changeCartLine(ctx, params, body.quantity),
  ),
  operation(operations.removeCartLine, (ctx, { params }) => carts.removeCartLine(ctx, params)),
  operation(operations.setShippingAddress, (ctx, { params, body }) =>
    carts.setShippingAddress(ctx, params.cartId, body),
  ),
  operation(operations.setBillingAddress, (ctx, { params, body }) =>
    carts.setBillingAddress(ctx, params.cartId, body),
  ),
  operation(operations.listShippingOptions, (ctx, { params }) =>
    carts.listShippingOptions(ctx, params.cartId),
  ),
  operation(operations.chooseShippingOption, (ctx, { params, body }) =>
    carts.chooseShippingOption(ctx, params.cartId, body.shippingOptionId),
  ),
  operation(operations.applyDiscountCode, (ctx, { params, body }) =>
    carts.applyDiscountCode(ctx, params.cartId, body.code),
  ),
  operation(operations.removeDiscountCode, (ctx, { params }) => carts.removeDiscountCode(ctx, params.cartId)),
  operation(
    operations.checkout,
    (ctx, { params, body }) => checkout.checkOut(ctx, params.cartId, body),
    payments.openPayment,
  ),
  operation(operations.getCartOrder, (ctx, { params }) => orders.getCartOrder(ctx, params.cartId)),
];
