import { tenants } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const settingsRoutes: Route[] = [
  route('GET /admin/v1/settings', 'settings:read', (ctx) => tenants.getSettings(ctx)),
  route('PUT /admin/v1/settings', 'settings:write', (ctx, { body }) => tenants.replaceSettings(ctx, body)),
  route('POST /admin/v1/settings/hosts/{host}/verify', 'settings:write', (ctx, { params }) =>
    tenants.verifyStoreHost(ctx, params.host),
  ),
];
