import { Type } from 'typebox';
import { amount, object } from '../schema.ts';

const figures = {
  currency: Type.String({ description: 'ISO 4217' }),
  orders: Type.Integer({ minimum: 0 }),
  revenue: amount,
  refunds: amount,
  averageOrder: amount,
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
