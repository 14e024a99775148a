import { webhooks } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const recoveryRoutes: Route[] = [
  route('POST /admin/v1/webhooks/recoveries', 'settings:write', (ctx, { body }) =>
    webhooks.createRecovery(ctx, body),
  ),
  route('GET /admin/v1/webhooks/recoveries', 'settings:read', (ctx, { query }) =>
    webhooks.listRecoveries(ctx, query),
  ),
  route('GET /admin/v1/webhooks/recoveries/{id}', 'settings:read', (ctx, { params }) =>
    webhooks.getRecovery(ctx, params.id),
  ),
  route('POST /admin/v1/webhooks/recoveries/{id}/pause', 'settings:write', (ctx, { params }) =>
    webhooks.pauseRecovery(ctx, params.id),
  ),
  route('POST /admin/v1/webhooks/recoveries/{id}/resume', 'settings:write', (ctx, { params }) =>
    webhooks.resumeRecovery(ctx, params.id),
  ),
  route('POST /admin/v1/webhooks/recoveries/{id}/cancel', 'settings:write', (ctx, { params }) =>
    webhooks.cancelRecovery(ctx, params.id),
  ),
];
