import { customers } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const ownProfileRoutes: Route[] = [
  route('GET /store/v1/customers/me', 'customer', (ctx) => customers.getOwnProfile(ctx)),
  route('PATCH /store/v1/customers/me', 'customer', (ctx, { body }) => customers.updateOwnProfile(ctx, body)),
  route('POST /store/v1/customers/me/verification', 'customer', (ctx) => customers.requestVerification(ctx)),
  route('POST /store/v1/customers/me/password', 'customer', (ctx, { body }) =>
    customers.changePassword(ctx, body),
  ),
  route('POST /store/v1/customers/me/email/change', 'customer', (ctx, { body }) =>
    customers.requestEmailChange(ctx, body),
  ),
];
