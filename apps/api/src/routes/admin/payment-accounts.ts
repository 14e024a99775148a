import { paymentAccounts } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const paymentAccountRoutes: Route[] = [
  route('POST /admin/v1/payment-accounts', 'settings:write', (ctx, { body }) =>
    paymentAccounts.createPaymentAccount(ctx, body),
  ),
  route('GET /admin/v1/payment-accounts', 'settings:read', (ctx, { query }) =>
    paymentAccounts.listPaymentAccounts(ctx, query),
  ),
  route('GET /admin/v1/payment-accounts/{id}', 'settings:read', (ctx, { params }) =>
    paymentAccounts.getPaymentAccount(ctx, params.id),
  ),
  route('PATCH /admin/v1/payment-accounts/{id}', 'settings:write', (ctx, { params, body }) =>
    paymentAccounts.updatePaymentAccount(ctx, params.id, body),
  ),
  route('DELETE /admin/v1/payment-accounts/{id}', 'settings:write', (ctx, { params }) =>
    paymentAccounts.deletePaymentAccount(ctx, params.id),
  ),
];
