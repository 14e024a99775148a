import { webhooks } from '@service/core';
import { type Route, route, routeInSteps } from '../../../http/route.ts';

export const subscriptionRoutes: Route[] = [
  route('POST /admin/v1/webhooks/subscriptions', 'settings:write', (ctx, { body }) =>
    webhooks.createSubscription(ctx, body),
  ),
  route('GET /admin/v1/webhooks/subscriptions', 'settings:read', (ctx) => webhooks.listSubscriptions(ctx)),
  route('GET /admin/v1/webhooks/subscriptions/{id}', 'settings:read', (ctx, { params }) =>
    webhooks.getSubscription(ctx, params.id),
  ),
  routeInSteps(
    'PATCH /admin/v1/webhooks/subscriptions/{id}',
    'settings:write',
    (ctx, { params, body }, once) => webhooks.updateSubscription(ctx, params.id, body, once),
  ),
  route('DELETE /admin/v1/webhooks/subscriptions/{id}', 'settings:write', (ctx, { params }) =>
    webhooks.deleteSubscription(ctx, params.id),
  ),
  route(
    'POST /admin/v1/webhooks/subscriptions/{id}/rotate-secret',
    'settings:write',
    (ctx, { params, body }) => webhooks.rotateSubscriptionSecret(ctx, params.id, body),
  ),
  route('POST /admin/v1/webhooks/subscriptions/{id}/test', 'settings:write', (ctx, { params, body }) =>
    webhooks.testSubscription(ctx, params.id, body),
  ),
];
