import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import {
  accountReport,
  exampleAccountReport,
  exampleSales,
  exampleTaxReport,
  sales,
  taxReport,
} from '../../resources/sales.ts';
import { object, stringEnum } from '../../schema.ts';

const days = {
  from: Type.Optional(
    Type.String({ format: 'date', description: 'The first day; 29 days before `to` when absent' }),
  ),
  to: Type.Optional(Type.String({ format: 'date', description: 'The last day; today when absent' })),
};

/** The sentence that holds for each of them. */
const DAYS =
  'An entry is on the day on which it was booked, by the time zone that the store had then, so a day that is over stays as it is. ' +
  'Up to 366 days.';

export const getSales = defineOperation({
  endpoint: 'GET /admin/v1/reports/sales',
  fromReplica: true,
  summary: 'Get the sales by day and currency',
  description:
    'An order counts once, when it becomes paid for the first time, also if it is cancelled later; the order of an exchange ' +
    'counts only with what it costs more. Refunds are those that succeeded. A refund that fails after it had succeeded is taken ' +
    `back on the day of the failure, so a figure of a day may be negative. ${DAYS}`,
  auth: { kind: 'admin', permission: 'orders:read' },
  query: object({
    ...days,
    interval: Type.Optional(stringEnum(['day', 'month'], { description: 'Default: day' })),
  }),
  response: { status: 200, description: 'The sales', schema: sales },
  examples: { response: exampleSales },
});

export const getTaxReport = defineOperation({
  endpoint: 'GET /admin/v1/reports/taxes',
  fromReplica: true,
  summary: 'Get the tax by country, region and rate',
  description:
    'The figures for the One-Stop Shop (OSS) and every other tax return: the tax of orders is on the day on which they became paid, ' +
    'that of credit notes on their own. A refund that fails takes the tax of its credit note back. Lost disputes change no ' +
    `tax: the sale stands. ${DAYS}`,
  auth: { kind: 'admin', permission: 'orders:read' },
  query: object(days),
  response: { status: 200, description: 'The tax', schema: taxReport },
  examples: { response: exampleTaxReport },
});

export const getAccountReport = defineOperation({
  endpoint: 'GET /admin/v1/reports/payment-accounts',
  fromReplica: true,
  summary: 'Get the money of each payment account',
  description:
    'Fees and payouts are the provider’s: the service doesn’t know them, so `net` is what an account pays out before its fees. ' +
    DAYS,
  auth: { kind: 'admin', permission: 'orders:read' },
  query: object(days),
  response: { status: 200, description: 'The accounts', schema: accountReport },
  examples: { response: exampleAccountReport },
});

const CSV =
  'day,type,order,document,account,currency,amount,country,region,rate,base,tax\n' +
  '2026-01-15,sale,1001,2026-1,,EUR,119.00,DE,,19.00,100.00,19.00\n' +
  '2026-01-15,payment,1001,,Stripe,EUR,119.00,,,,,\n';

export const exportMoney = defineOperation({
  endpoint: 'GET /admin/v1/reports/export',
  fromReplica: true,
  summary: 'Export each entry for bookkeeping',
  description:
    'CSV, oldest first: each sale (`sale`, `exchange_sale`) and credit note (`credited`, `written_off`) with a row for each rate of ' +
    'tax, and each movement of money (`payment`, `refund`, `dispute`) with its payment account. Amounts are decimal numbers with a point, ' +
    'and negative where an entry is taken back. Texts that a spreadsheet would take for a formula begin with an apostrophe. ' +
    `The sums of its rows are what the reports show. ${DAYS}`,
  auth: { kind: 'admin', permission: 'orders:read' },
  query: object(days),
  response: {
    status: 200,
    description: 'One row for each entry and rate of tax',
    contentTypes: ['text/csv'],
    schema: Type.String(),
  },
  examples: { response: CSV, files: { 'text/csv': CSV } },
});
