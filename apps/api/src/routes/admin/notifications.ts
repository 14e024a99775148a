import { notifications } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const notificationRoutes: Route[] = [
  route('GET /admin/v1/notifications', 'settings:read', (ctx, { query }) =>
    notifications.listNotifications(ctx, query),
  ),
];
