import { type Static, Type } from 'typebox';
import { object } from '../schema.ts';

export const taxingCountry = Type.String({
  description: 'The country that taxes: where the goods go, or the store’s below the threshold of the OSS',
});

export const taxingRegion = Type.Optional(
  Type.String({
    description:
      'Of the country, where taxes depend on it: in the United States and Canada, and where the store has entered rates of regions. ' +
      'In capitals, without the country’s code; absent elsewhere',
  }),
);

export const taxRate = Type.Number({
  minimum: 0,
  description: 'Hundredths of a percent: 1900 is 19 %, 887.5 is 8.875 %',
});

/** The base and the amount of one rate of tax. Orders keep the tax lines of their checkout. */
export const taxLine = object({
  country: taxingCountry,
  region: taxingRegion,
  rateBasisPoints: taxRate,
  exempt: Type.Optional(
    Type.Literal(true, {
      description: 'Of goods of the tax class `exempt`; else absent, also at the rate 0',
    }),
  ),
  baseAmount: Type.Integer({ minimum: 0, description: 'The taxed amount, without the tax' }),
  amount: Type.Integer({
    minimum: 0,
    description: 'Base times rate, half up, rounded once for all that is paid at the rate, shipping too',
  }),
});

export type TaxLine = Static<typeof taxLine>;
