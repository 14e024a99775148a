import { CATALOGUE, operations } from '@service/contract';
import { webhooks } from '@service/core';
import { operation, type Route } from '../../http/operation-route.ts';

export const webhookRoutes: Route[] = [
  operation(operations.createSubscription, (ctx, { body }) => webhooks.createSubscription(ctx, body)),
  operation(operations.listSubscriptions, (ctx) => webhooks.listSubscriptions(ctx)),
  operation(operations.getSubscription, (ctx, { params }) => webhooks.getSubscription(ctx, params.id)),
  operation(operations.updateSubscription, (ctx, { params, body }) =>
    webhooks.updateSubscription(ctx, params.id, body),
  ),
  operation(operations.deleteSubscription, (ctx, { params }) => webhooks.deleteSubscription(ctx, params.id)),
  operation(operations.rotateSubscriptionSecret, (ctx, { params, body }) =>
    webhooks.rotateSubscriptionSecret(ctx, params.id, body),
  ),
  operation(operations.getSubscriptionStats, (ctx, { params }) =>
    webhooks.getSubscriptionStats(ctx, params.id),
  ),
  operation(operations.listSubscriptionGaps, (ctx, { params, query }) =>
    webhooks.listSubscriptionGaps(ctx, params.id, query),
  ),
  operation(operations.testSubscription, (ctx, { params, body }) =>
    webhooks.testSubscription(ctx, params.id, body),
  ),
  operation(operations.listWebhookEvents, async () => ({ items: CATALOGUE })),
  operation(operations.listDeliveries, (ctx, { query }) => webhooks.listDeliveries(ctx, query)),
  operation(operations.getDelivery, (ctx, { params }) => webhooks.getDelivery(ctx, params.id)),
  operation(operations.retryDelivery, (ctx, { params }) => webhooks.retryDelivery(ctx, params.id)),
  operation(operations.createRecovery, (ctx, { body }) => webhooks.createRecovery(ctx, body)),
  operation(operations.listRecoveries, (ctx, { query }) => webhooks.listRecoveries(ctx, query)),
  operation(operations.getRecovery, (ctx, { params }) => webhooks.getRecovery(ctx, params.id)),
  operation(operations.pauseRecovery, (ctx, { params }) => webhooks.pauseRecovery(ctx, params.id)),
  operation(operations.resumeRecovery, (ctx, { params }) => webhooks.resumeRecovery(ctx, params.id)),
  operation(operations.cancelRecovery, (ctx, { params }) => webhooks.cancelRecovery(ctx, params.id)),
];
