import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { examplePayment, payment, paymentStatus } from '../../resources/order.ts';
import { cursor, cursorQuery, id, longList, longPageOf } from '../../schema.ts';

export const listPayments = defineOperation({
  endpoint: 'GET /admin/v1/payments',
  summary: 'List payments',
  description: 'Newest first.',
  auth: { kind: 'admin', permission: 'orders:read' },
  query: cursorQuery({ orderId: Type.Optional(id), status: Type.Optional(paymentStatus) }, cursor),
  response: { status: 200, description: 'A page of payments', schema: longList(payment) },
  examples: {
    response: longPageOf(examplePayment),
  },
});
