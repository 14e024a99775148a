import { Type } from 'typebox';
import { defineOperation } from '../../../operation.ts';
import { orderStatus } from '../../../resources/order.ts';
import { object, timestamp } from '../../../schema.ts';

const CSV =
  'order,placedAt,status,paymentStatus,email,currency,total,sku,quantity,lineTotal\n' +
  '1001,2026-01-15T10:00:00.000Z,paid,paid,ada@example.com,EUR,25.00,TEA-1,2,25.00\n';

export const exportOrders = defineOperation({
  endpoint: 'GET /admin/v1/orders/export',
  fromReplica: true,
  summary: 'Export orders with their lines',
  description:
    'CSV, oldest first, with a row for each line. The order’s own columns are in each of its rows, but its sums (`subtotal` to `refundedTotal`) only in the first, so that a column adds up. Amounts are decimal numbers with a point. Addresses are in columns such as `billingName` and `shippingPostalCode`. Texts that a spreadsheet would take for a formula begin with an apostrophe. `from` is the first moment, `to` the moment after the last.',
  auth: { kind: 'admin', permission: 'orders:read' },
  query: object({
    status: Type.Optional(orderStatus),
    from: Type.Optional(timestamp),
    to: Type.Optional(timestamp),
  }),
  response: {
    status: 200,
    description: 'One row for each line of an order',
    contentTypes: ['text/csv'],
    schema: Type.String(),
  },
  examples: { response: CSV, files: { 'text/csv': CSV } },
});
