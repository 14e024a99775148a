import { access } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const portalSessionRoutes: Route[] = [
  route('POST /admin/v1/webhooks/portal-sessions', 'webhooks:write', (ctx, { body, origin }) =>
    access.createPortalSession(ctx, body, origin),
  ),
  route('GET /admin/v1/webhooks/portal-sessions', 'webhooks:read', (ctx, { query }) =>
    access.listPortalSessions(ctx, query),
  ),
  route('DELETE /admin/v1/webhooks/portal-sessions/{id}', 'webhooks:write', (ctx, { params }) =>
    access.expirePortalSession(ctx, params.id),
  ),
  route('POST /admin/v1/webhooks/portal-sessions/expire-all', 'webhooks:write', (ctx, { body }) =>
    access.expireAllPortalSessions(ctx, body),
  ),
];
