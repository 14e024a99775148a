import { Type } from 'typebox';
import { id, nullable, nullableText, object } from '../schema.ts';
import { taxingCountry, taxingRegion, taxRate } from './tax-line.ts';

const MAX_AMOUNT = Number.MAX_SAFE_INTEGER;
/** Figures of several days, whose entries may reverse those of earlier ones. */
const change = (description: string) =>
  Type.Integer({ minimum: -MAX_AMOUNT, maximum: MAX_AMOUNT, description });

const currency = Type.String({ description: 'ISO 4217' });
const day = Type.String({ format: 'date', description: 'By the store’s time zone, such as `2026-01-15`' });
const range = {
  from: day,
  to: day,
  timeZone: Type.String({ description: 'Of the store now; an entry keeps the day on which it was booked' }),
};

const figures = {
  currency,
  orders: Type.Integer({ minimum: 0, description: 'Orders that became paid' }),
  sold: change('Totals of these orders, with tax, and what exchanges cost more'),
  credited: change('Credit notes, with tax'),
  received: change('Captured'),
  refunds: change('Refunded'),
  chargebacks: change('Charged back in lost disputes'),
  revenue: change('Captured, less what lost disputes took'),
  averageOrder: change('Revenue by order; 0 without orders'),
};

export const sales = object({
  ...range,
  days: Type.Array(object({ day, ...figures }), {
    description: 'Only days on which there was something; of a month its first day',
  }),
  totals: Type.Array(object(figures), { description: 'One for each currency' }),
});

export const taxReport = object({
  ...range,
  items: Type.Array(
    object({
      country: taxingCountry,
      region: taxingRegion,
      rateBasisPoints: taxRate,
      exempt: Type.Optional(Type.Literal(true, { description: 'Goods that the law exempts; else absent' })),
      currency,
      soldBase: change('What was taxed, without the tax, of orders that became paid'),
      soldTax: change('Its tax'),
      creditedBase: change('The same of credit notes'),
      creditedTax: change('Its tax'),
      baseAmount: change('Sold less credited'),
      amount: change('The tax of that'),
    }),
  ),
});

export const accountReport = object({
  ...range,
  items: Type.Array(
    object({
      accountId: { ...nullable(id), description: 'Null: the account of the deployment' },
      name: nullableText,
      currency,
      received: change('Captured'),
      refunds: change('Refunded'),
      chargebacks: change('Charged back in lost disputes'),
      net: change('Received less refunds and chargebacks, before fees of the provider'),
    }),
  ),
});

const exampleRange = { from: '2026-01-15', to: '2026-01-15', timeZone: 'Europe/Berlin' };
const exampleMoney = { currency: 'EUR', received: 48_000, refunds: 1500, chargebacks: 0 };
const exampleFigures = {
  ...exampleMoney,
  orders: 12,
  sold: 48_000,
  credited: 1500,
  revenue: 48_000,
  averageOrder: 4000,
};

export const exampleSales = {
  ...exampleRange,
  days: [{ day: '2026-01-15', ...exampleFigures }],
  totals: [exampleFigures],
};

export const exampleTaxReport = {
  ...exampleRange,
  items: [
    {
      country: 'DE',
      rateBasisPoints: 1900,
      currency: 'EUR',
      soldBase: 40_336,
      soldTax: 7664,
      creditedBase: 1261,
      creditedTax: 239,
      baseAmount: 39_075,
      amount: 7425,
    },
  ],
};

export const exampleAccountReport = {
  ...exampleRange,
  items: [{ accountId: null, name: null, ...exampleMoney, net: 46_500 }],
};
