import { tenants } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const portalSettingsRoutes: Route[] = [
  route('GET /admin/v1/settings/portal', 'settings:read', (ctx) => tenants.getPortalSettings(ctx)),
  route('PUT /admin/v1/settings/portal', 'settings:write', (ctx, { body }) =>
    tenants.putPortalSettings(ctx, body),
  ),
];
