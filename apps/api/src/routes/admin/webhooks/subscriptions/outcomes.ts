import { webhooks } from '@service/core';
import { type Route, route } from '../../../../http/route.ts';

export const subscriptionOutcomeRoutes: Route[] = [
  route('POST /admin/v1/webhooks/subscriptions/{id}/outcomes', 'webhooks:write', (ctx, { params, body }) =>
    webhooks.reportOutcomes(ctx, params.id, body),
  ),
];
