import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { id, list, nullable, object, pageQuery, timestamp } from '../../schema.ts';

const notification = object({
  id,
  kind: Type.String({ description: 'A stable word for programs' }),
  title: Type.String(),
  detail: Type.String(),
  createdAt: timestamp,
  readAt: nullable(timestamp),
});

const exampleNotification = {
  id: 'a2c2a3b4-5d6e-4f70-8a91-b2c3d4e5f614',
  kind: 'module.refused',
  title: 'The module price-watch is disabled',
  detail: 'It declares compatibleCore ^2.0.0; this is core 1.0.0.',
  createdAt: '2026-01-15T09:30:00.000Z',
  readAt: null,
};

const page = list(notification);

export const listNotifications = defineOperation({
  endpoint: 'GET /admin/v1/notifications',
  summary: 'List notifications of the store’s operators',
  description:
    'Messages to the operators, newest first. `readAt` and `unread` are those of the operator, or the API key, that calls.',
  auth: { kind: 'admin', permission: 'settings:read' },
  query: pageQuery({
    read: Type.Optional(Type.Boolean({ description: 'Only those that are read, or unread' })),
  }),
  response: {
    status: 200,
    description: 'A page of notifications',
    schema: object({
      ...page.properties,
      unread: Type.Integer({ minimum: 0, description: 'How many are unread, whatever the page and filter' }),
    }),
  },
  examples: { response: { items: [exampleNotification], total: 1, page: 1, pageSize: 20, unread: 1 } },
});

export const readNotification = defineOperation({
  endpoint: 'POST /admin/v1/notifications/{id}/read',
  summary: 'Mark a notification as read',
  description: 'For the operator, or the API key, that calls. Repeating it changes nothing.',
  auth: { kind: 'admin', permission: 'settings:read' },
  response: { status: 200, description: 'The notification', schema: notification },
  examples: { response: { ...exampleNotification, readAt: '2026-01-15T10:00:00.000Z' } },
});

export const readAllNotifications = defineOperation({
  endpoint: 'POST /admin/v1/notifications/read',
  summary: 'Mark all notifications as read',
  description: 'For the operator, or the API key, that calls.',
  auth: { kind: 'admin', permission: 'settings:read' },
  response: {
    status: 200,
    description: 'How many were unread',
    schema: object({ marked: Type.Integer({ minimum: 0 }) }),
  },
  examples: { response: { marked: 3 } },
});
