import { webhooks } from '@service/core';
import { type Route, route } from '../../../../http/route.ts';

export const subscriptionGapRoutes: Route[] = [
  route('GET /admin/v1/webhooks/subscriptions/{id}/gaps', 'webhooks:read', (ctx, { params, query }) =>
    webhooks.listSubscriptionGaps(ctx, params.id, query),
  ),
];
