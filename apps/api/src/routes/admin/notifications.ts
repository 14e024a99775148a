import { notifications } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const notificationRoutes: Route[] = [
  route('GET /admin/v1/notifications', 'settings:read', (ctx, { query }) =>
    notifications.listNotifications(ctx, query),
  ),
  route('POST /admin/v1/notifications/read', 'settings:read', (ctx) => notifications.markAllRead(ctx)),
  route('POST /admin/v1/notifications/{id}/read', 'settings:read', (ctx, { params }) =>
    notifications.markRead(ctx, params.id),
  ),
];
