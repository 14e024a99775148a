import { Type } from 'typebox';
import { object } from '../schema.ts';

const MAX_AMOUNT = Number.MAX_SAFE_INTEGER;
const change = (description: string) =>
  Type.Integer({ minimum: -MAX_AMOUNT, maximum: MAX_AMOUNT, description });

const figures = {
  currency: Type.String({ description: 'ISO 4217' }),
  orders: Type.Integer({ minimum: 0, description: 'Orders that became paid' }),
  revenue: change('Captured, less what lost disputes took'),
  refunds: change('Given back'),
  averageOrder: change('Revenue by order; 0 without orders'),
};

const day = Type.String({ format: 'date', description: 'A day in UTC, such as `2026-01-15`' });

export const sales = object({
  from: day,
  to: day,
  days: Type.Array(object({ day, ...figures }), { description: 'Only days on which there was something' }),
  totals: Type.Array(object(figures), { description: 'One for each currency' }),
});

const exampleFigures = { currency: 'EUR', orders: 12, revenue: 48_000, refunds: 1500, averageOrder: 4000 };

export const exampleSales = {
  from: '2026-01-15',
  to: '2026-01-15',
  days: [{ day: '2026-01-15', ...exampleFigures }],
  totals: [exampleFigures],
};
