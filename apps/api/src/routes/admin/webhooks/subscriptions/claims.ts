import { webhooks } from '@service/core';
import { type Route, route } from '../../../../http/route.ts';

export const subscriptionClaimRoutes: Route[] = [
  route(
    'POST /admin/v1/webhooks/subscriptions/{id}/claims',
    'webhooks:write',
    (ctx, { params, body, signal }) => webhooks.claimDeliveries(ctx, params.id, body, { signal }),
  ),
];
