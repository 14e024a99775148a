import { webhooks } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const recoveryRoutes: Route[] = [
  route('POST /admin/v1/webhooks/recoveries', 'webhooks:write', (ctx, { body }) =>
    webhooks.createRecovery(ctx, body),
  ),
  route('GET /admin/v1/webhooks/recoveries', 'webhooks:read', (ctx, { query }) =>
    webhooks.listRecoveries(ctx, query),
  ),
  route('GET /admin/v1/webhooks/recoveries/{id}', 'webhooks:read', (ctx, { params }) =>
    webhooks.getRecovery(ctx, params.id),
  ),
  route('POST /admin/v1/webhooks/recoveries/{id}/pause', 'webhooks:write', (ctx, { params }) =>
    webhooks.pauseRecovery(ctx, params.id),
  ),
  route('POST /admin/v1/webhooks/recoveries/{id}/resume', 'webhooks:write', (ctx, { params }) =>
    webhooks.resumeRecovery(ctx, params.id),
  ),
  route('POST /admin/v1/webhooks/recoveries/{id}/cancel', 'webhooks:write', (ctx, { params }) =>
    webhooks.cancelRecovery(ctx, params.id),
  ),
];
