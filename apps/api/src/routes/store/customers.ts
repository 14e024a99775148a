import { customers } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const storeCustomerRoutes: Route[] = [
  route('POST /store/v1/customers', 'store', (ctx, { body }) => customers.registerCustomer(ctx, body)),
  route('POST /store/v1/customers/verify', 'public', (system, { body }) =>
    customers.verifyEmail(system, body.token),
  ),
  route('POST /store/v1/customers/login', 'store', (ctx, { body }) => customers.login(ctx, body)),
  route('POST /store/v1/customers/logout', 'customer', (ctx) => customers.logout(ctx)),
  route('POST /store/v1/customers/reset/request', 'store', (ctx, { body }) =>
    customers.requestReset(ctx, body),
  ),
  route('POST /store/v1/customers/reset', 'public', (system, { body }) =>
    customers.resetPassword(system, body),
  ),
  route('POST /store/v1/customers/email/confirm', 'public', (system, { body }) =>
    customers.confirmEmailChange(system, body.token),
  ),
];
