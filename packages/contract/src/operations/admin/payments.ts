import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { examplePayment, payment, paymentStatus } from '../../resources/order.ts';
import { cursor, cursorQuery, id, longList } from '../../schema.ts';

export const listPayments = defineOperation({
  endpoint: 'GET /admin/v1/payments',
  summary: 'List payments',
  description: 'Newest first.',
  auth: { kind: 'admin', permission: 'orders:read' },
  query: cursorQuery({ orderId: Type.Optional(id), status: Type.Optional(paymentStatus) }, cursor),
  response: { status: 200, description: 'A page of payments', schema: longList(payment) },
  examples: {
    response: {
      items: [examplePayment],
      total: 1,
      page: 1,
      pageSize: 20,
      isTotalCapped: false,
      nextCursor: null,
    },
  },
});
