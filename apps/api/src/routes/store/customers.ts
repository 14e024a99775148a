import { operations } from '@service/contract';
import { customers, orders } from '@service/core';
import { operation, type Route } from '../../http/operation-route.ts';

const { requireCustomerId } = customers;

export const customerAccountRoutes: Route[] = [
  operation(operations.registerCustomer, (ctx, { body }) => customers.registerCustomer(ctx, body)),
  operation(operations.verifyCustomerEmail, (system, { body }) => customers.verifyEmail(system, body.token)),
  operation(operations.loginCustomer, (ctx, { body }) => customers.login(ctx, body)),
  operation(operations.logoutCustomer, (ctx) => customers.logout(ctx)),
  operation(operations.requestPasswordReset, (ctx, { body }) => customers.requestReset(ctx, body)),
  operation(operations.resetPassword, (system, { body }) => customers.resetPassword(system, body)),
  operation(operations.getOwnProfile, (ctx) => customers.getOwnProfile(ctx)),
  operation(operations.updateOwnProfile, (ctx, { body }) => customers.updateOwnProfile(ctx, body)),
  operation(operations.requestVerification, (ctx) => customers.requestVerification(ctx)),
  operation(operations.changeOwnPassword, (ctx, { body }) => customers.changePassword(ctx, body)),
  operation(operations.requestEmailChange, (ctx, { body }) => customers.requestEmailChange(ctx, body)),
  operation(operations.confirmEmailChange, (system, { body }) =>
    customers.confirmEmailChange(system, body.token),
  ),
  operation(operations.listOwnAddresses, (ctx, { query }) =>
    customers.listAddresses(ctx, requireCustomerId(ctx), query),
  ),
  operation(operations.createOwnAddress, (ctx, { body }) =>
    customers.createAddress(ctx, requireCustomerId(ctx), body),
  ),
  operation(operations.replaceOwnAddress, (ctx, { params, body }) =>
    customers.replaceAddress(ctx, requireCustomerId(ctx), params.id, body),
  ),
  operation(operations.deleteOwnAddress, (ctx, { params }) =>
    customers.deleteAddress(ctx, requireCustomerId(ctx), params.id),
  ),
  operation(operations.listOwnOrders, (ctx, { query }) =>
    orders.listOrdersOf(ctx, requireCustomerId(ctx), query),
  ),
  operation(operations.getOwnOrder, (ctx, { params }) =>
    orders.getOrderOf(ctx, requireCustomerId(ctx), params.id),
  ),
];
