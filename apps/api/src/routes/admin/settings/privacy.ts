import { privacy } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const privacySettingsRoutes: Route[] = [
  route('GET /admin/v1/settings/privacy', 'settings:read', (ctx) => privacy.getPrivacySettings(ctx)),
  route('PUT /admin/v1/settings/privacy', 'settings:write', (ctx, { body }) =>
    privacy.putPrivacySettings(ctx, body),
  ),
];
