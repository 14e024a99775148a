import { customers } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const consentRoutes: Route[] = [
  route('GET /admin/v1/customers/{id}/consents', 'customers:read', (ctx, { params, query }) =>
    customers.listConsents(ctx, params.id, query),
  ),
  route('POST /admin/v1/customers/{id}/consents', 'customers:write', (ctx, { params, body }) =>
    customers.recordConsent(ctx, params.id, body),
  ),
];
