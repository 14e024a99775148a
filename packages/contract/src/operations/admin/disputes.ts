import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { dispute, exampleDispute } from '../../resources/order.ts';
import { cursor, cursorQuery, id, longList, longPageOf, stringEnum } from '../../schema.ts';

export const listDisputes = defineOperation({
  endpoint: 'GET /admin/v1/disputes',
  summary: 'List disputes',
  description: 'Newest first.',
  auth: { kind: 'admin', permission: 'orders:read' },
  query: cursorQuery(
    {
      orderId: Type.Optional(id),
      state: Type.Optional(stringEnum(['open', 'closed'])),
    },
    cursor,
  ),
  response: { status: 200, description: 'A page of disputes', schema: longList(dispute) },
  examples: {
    response: longPageOf(exampleDispute),
  },
});
