import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { id, list, object, pageQuery, timestamp } from '../../schema.ts';

export const listNotifications = defineOperation({
  id: 'listNotifications',
  method: 'GET',
  path: '/admin/v1/notifications',
  tag: 'Notifications',
  summary: 'List notifications of the store’s operators',
  description: 'Messages to the operators, newest first. `kind` is a stable word for programs.',
  auth: { kind: 'admin', permission: 'settings:read' },
  query: pageQuery(),
  response: {
    status: 200,
    description: 'A page of notifications',
    schema: list(
      object({ id, kind: Type.String(), title: Type.String(), detail: Type.String(), createdAt: timestamp }),
    ),
  },
  errors: [],
  examples: {
    response: {
      items: [
        {
          id: 'a2c2a3b4-5d6e-4f70-8a91-b2c3d4e5f614',
          kind: 'module.refused',
          title: 'The module price-watch is disabled',
          detail: 'It declares compatibleCore ^2.0.0; this is core 1.0.0.',
          createdAt: '2026-01-15T09:30:00.000Z',
        },
      ],
      total: 1,
      page: 1,
      pageSize: 20,
    },
  },
});
