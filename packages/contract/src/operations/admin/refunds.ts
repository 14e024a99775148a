import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { metadataFilter } from '../../resources/metadata.ts';
import { exampleRefund, refund, refundStatus } from '../../resources/order.ts';
import { cursor, cursorQuery, id, longList, longPageOf } from '../../schema.ts';

export const listRefunds = defineOperation({
  endpoint: 'GET /admin/v1/refunds',
  summary: 'List refunds',
  description: 'Newest first, both refunds made here and refunds made at the provider.',
  auth: { kind: 'admin', permission: 'orders:read' },
  query: cursorQuery(
    {
      orderId: Type.Optional(id),
      status: Type.Optional(refundStatus),
      metadata: Type.Optional(metadataFilter),
    },
    cursor,
  ),
  response: { status: 200, description: 'A page of refunds', schema: longList(refund) },
  examples: {
    response: longPageOf(exampleRefund),
  },
});
