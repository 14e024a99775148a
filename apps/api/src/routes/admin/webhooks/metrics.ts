import { webhooks } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const webhookMetricsRoutes: Route[] = [
  route('GET /admin/v1/webhooks/metrics', 'webhooks:read', (ctx, { query }) =>
    webhooks.getMetrics(ctx, query),
  ),
];
