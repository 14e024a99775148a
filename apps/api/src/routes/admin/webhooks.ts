import { operations } from '@service/contract';
import { webhooks } from '@service/core';
import { operation, type Route } from '../../http/operation-route.ts';

export const webhookRoutes: Route[] = [
  operation(operations.createSubscription, (ctx, { body }) => webhooks.createSubscription(ctx, body)),
  operation(operations.listSubscriptions, (ctx) => webhooks.listSubscriptions(ctx)),
  operation(operations.deleteSubscription, (ctx, { params }) => webhooks.deleteSubscription(ctx, params.id)),
  operation(operations.listDeliveries, (ctx, { query }) => webhooks.listDeliveries(ctx, query)),
  operation(operations.retryDelivery, (ctx, { params }) => webhooks.retryDelivery(ctx, params.id)),
];
