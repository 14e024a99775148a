import { notifications } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const notificationSettingsRoutes: Route[] = [
  route('GET /admin/v1/settings/notifications', 'settings:read', (ctx) =>
    notifications.getNotificationSettings(ctx),
  ),
  route('PUT /admin/v1/settings/notifications', 'settings:write', (ctx, { body }) =>
    notifications.putNotificationSettings(ctx, body),
  ),
];
