import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { exampleSales, sales } from '../../resources/sales.ts';
import { object } from '../../schema.ts';

export const getSales = defineOperation({
  id: 'getSales',
  method: 'GET',
  path: '/admin/v1/reports/sales',
  tag: 'Reports',
  summary: 'Get the sales by day and currency',
  description:
    'Orders and revenue are those of paid orders, on the day on which they were placed; the order of an exchange adds to the ' +
    'revenue alone, what was paid for it. Refunds are on the day on which they were made. Days are in UTC; up to 366 of them.',
  auth: { kind: 'admin', permission: 'orders:read' },
  query: object({
    from: Type.Optional(
      Type.String({ format: 'date', description: 'The first day; 29 days before `to` when absent' }),
    ),
    to: Type.Optional(Type.String({ format: 'date', description: 'The last day; today when absent' })),
  }),
  response: { status: 200, description: 'The sales', schema: sales },
  errors: [],
  examples: { response: exampleSales },
});
