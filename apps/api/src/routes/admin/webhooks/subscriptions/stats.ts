import { webhooks } from '@service/core';
import { type Route, route } from '../../../../http/route.ts';

export const subscriptionStatsRoutes: Route[] = [
  route('GET /admin/v1/webhooks/subscriptions/{id}/stats', 'webhooks:read', (ctx, { params }) =>
    webhooks.getSubscriptionStats(ctx, params.id),
  ),
];
