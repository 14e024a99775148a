import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { dispute, exampleDispute } from '../../resources/order.ts';
import { id, list, pageQuery, stringEnum } from '../../schema.ts';

const read = { kind: 'admin', permission: 'orders:read' } as const;

export const listDisputes = defineOperation({
  id: 'listDisputes',
  method: 'GET',
  path: '/admin/v1/disputes',
  tag: 'Payments',
  summary: 'List disputes',
  description: 'Newest first.',
  auth: read,
  query: pageQuery({
    orderId: Type.Optional(id),
    state: Type.Optional(stringEnum(['open', 'closed'])),
  }),
  response: { status: 200, description: 'A page of disputes', schema: list(dispute) },
  errors: [],
  examples: { response: { items: [exampleDispute], total: 1, page: 1, pageSize: 20 } },
});
