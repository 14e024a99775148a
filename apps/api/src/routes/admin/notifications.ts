import { operations } from '@service/contract';
import { notifications } from '@service/core';
import { operation, type Route } from '../../http/operation-route.ts';

export const notificationRoutes: Route[] = [
  operation(operations.listNotifications, (ctx, { query }) => notifications.listNotifications(ctx, query)),
];
