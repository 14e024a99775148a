import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { exampleRefund, refund, refundStatus } from '../../resources/order.ts';
import { id, list, pageQuery } from '../../schema.ts';

const read = { kind: 'admin', permission: 'orders:read' } as const;

export const listRefunds = defineOperation({
  id: 'listRefunds',
  method: 'GET',
  path: '/admin/v1/refunds',
  tag: 'Payments',
  summary: 'List refunds',
  description: 'Newest first, both refunds made here and refunds made at the provider.',
  auth: read,
  query: pageQuery({ orderId: Type.Optional(id), status: Type.Optional(refundStatus) }),
  response: { status: 200, description: 'A page of refunds', schema: list(refund) },
  errors: [],
  examples: { response: { items: [exampleRefund], total: 1, page: 1, pageSize: 20 } },
});
