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
    'Every figure is on the day on which it was recorded, so a day that is over stays as it is. An order counts once, when it ' +
    'becomes paid for the first time, also if it is cancelled later; the order of an exchange doesn’t count. Revenue is the ' +
    'money that was captured, less what lost disputes took; refunds are those that succeeded. A refund that fails after it ' +
    'had succeeded is taken back on the day of the failure, so a figure of a day may be negative. Days are in UTC; up to 366 of them.',
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
