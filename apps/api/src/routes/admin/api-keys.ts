import { access } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const apiKeyRoutes: Route[] = [
  route('POST /admin/v1/api-keys', 'users:write', (ctx, { body }) => access.createApiKey(ctx, body)),
  route('GET /admin/v1/api-keys', 'users:read', (ctx, { query }) => access.listApiKeys(ctx, query)),
  route('DELETE /admin/v1/api-keys/{id}', 'users:write', (ctx, { params }) =>
    access.revokeApiKey(ctx, params.id),
  ),
];
