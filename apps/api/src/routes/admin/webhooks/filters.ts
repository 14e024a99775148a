import { webhooks } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const webhookFilterRoutes: Route[] = [
  route('GET /admin/v1/webhooks/filters/paths', 'webhooks:read', (ctx, { query }) =>
    webhooks.listFilterPaths(ctx, query),
  ),
  route('POST /admin/v1/webhooks/filters/test', 'webhooks:read', (ctx, { body }) =>
    webhooks.testFilter(ctx, body),
  ),
];
