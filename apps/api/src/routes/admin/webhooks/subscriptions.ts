import { webhooks } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const subscriptionRoutes: Route[] = [
  route('POST /admin/v1/webhooks/subscriptions', 'webhooks:write', (ctx, { body }) =>
    webhooks.createSubscription(ctx, body),
  ),
  route('GET /admin/v1/webhooks/subscriptions', 'webhooks:read', (ctx, { query }) =>
    webhooks.listSubscriptions(ctx, query),
  ),
  route('GET /admin/v1/webhooks/subscriptions/{id}', 'webhooks:read', (ctx, { params }) =>
    webhooks.getSubscription(ctx, params.id),
  ),
  route('PATCH /admin/v1/webhooks/subscriptions/{id}', 'webhooks:write', (ctx, { params, body }) =>
    webhooks.updateSubscription(ctx, params.id, body),
  ),
  route('DELETE /admin/v1/webhooks/subscriptions/{id}', 'webhooks:write', (ctx, { params }) =>
    webhooks.deleteSubscription(ctx, params.id),
  ),
  route(
    'POST /admin/v1/webhooks/subscriptions/{id}/rotate-secret',
    'webhooks:write',
    (ctx, { params, body }) => webhooks.rotateSubscriptionSecret(ctx, params.id, body),
  ),
  route('POST /admin/v1/webhooks/subscriptions/{id}/test', 'webhooks:write', (ctx, { params, body }) =>
    webhooks.testSubscription(ctx, params.id, body),
  ),
];
