import { notifications } from '@service/core';
import { type Route, route, routeInSteps } from '../../../http/route.ts';

export const notificationSettingsRoutes: Route[] = [
  route('GET /admin/v1/settings/notifications', 'settings:read', (ctx) =>
    notifications.getNotificationSettings(ctx),
  ),
  routeInSteps('PUT /admin/v1/settings/notifications', 'settings:write', (ctx, { body }, once) =>
    notifications.putNotificationSettings(ctx, body, once),
  ),
];
