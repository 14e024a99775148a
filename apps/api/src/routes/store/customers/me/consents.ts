import { customers } from '@service/core';
import { type Route, route } from '../../../../http/route.ts';

export const ownConsentRoutes: Route[] = [
  route('GET /store/v1/customers/me/consents', 'customer', (ctx, { query }) =>
    customers.listOwnConsents(ctx, query),
  ),
  route('POST /store/v1/customers/me/consents', 'customer', (ctx, { body }) =>
    customers.recordOwnConsent(ctx, body),
  ),
];
