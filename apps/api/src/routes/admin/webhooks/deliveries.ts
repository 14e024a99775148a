import { webhooks } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const deliveryRoutes: Route[] = [
  route('GET /admin/v1/webhooks/deliveries', 'webhooks:read', (ctx, { query, signal }) =>
    webhooks.listDeliveries(ctx, query, signal),
  ),
  route('GET /admin/v1/webhooks/deliveries/{id}', 'webhooks:read', (ctx, { params }) =>
    webhooks.getDelivery(ctx, params.id),
  ),
  route('POST /admin/v1/webhooks/deliveries/{id}/retry', 'webhooks:write', (ctx, { params }) =>
    webhooks.retryDelivery(ctx, params.id),
  ),
  route('POST /admin/v1/webhooks/deliveries/{id}/redeliver', 'webhooks:write', (ctx, { params }) =>
    webhooks.redeliverDelivery(ctx, params.id),
  ),
];
