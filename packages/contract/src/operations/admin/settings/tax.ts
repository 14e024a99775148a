import { Type } from 'typebox';
import { defineOperation } from '../../../operation.ts';
import { postalCodePattern } from '../../../resources/postal-code.ts';
import { taxClass } from '../../../resources/tax-class.ts';
import { country, nameText, nullable, object, stringEnum } from '../../../schema.ts';

const rateBasisPoints = Type.Number({
  minimum: 0,
  maximum: 10_000,
  multipleOf: 0.01,
  description: 'Hundredths of a percent: 1900 is 19 %, 887.5 is 8.875 %',
});

const ownRate = object({
  country,
  region: Type.Optional(
    nameText(64, {
      description: 'As shoppers write it (`NY`, `US-NY` and `ny` are one); absent: the whole country',
    }),
  ),
  postalCode: Type.Optional(
    Type.Unsafe<string>({
      ...postalCodePattern,
      description:
        'A code (`10013`), the beginning of codes (`100*`), or a range of equally long ones (`10000-10999`), without hyphens of their own; absent: every code',
    }),
  ),
  taxClass: Type.Optional(
    Type.Unsafe<string>({
      ...taxClass,
      description: '`standard` (when absent), `reduced` or one of `classes`',
    }),
  ),
  rateBasisPoints,
  validFrom: Type.Optional(
    Type.String({ format: 'date', description: 'The first day, by the store’s time zone' }),
  ),
});

const ownClass = object({ code: taxClass, name: nameText(64) });

/** The codes about goods in UNTDID's code list VATEX, for category E. */
const EXEMPT_CODES = [
  'VATEX-EU-79-C',
  'VATEX-EU-132',
  ...[...'ABCDEFGHIJKLMNOPQ'].map((letter) => `VATEX-EU-132-1${letter}`),
  'VATEX-EU-135-1',
  'VATEX-EU-143',
  'VATEX-EU-144',
  'VATEX-EU-148',
  'VATEX-EU-151',
  'VATEX-EU-153',
  'VATEX-EU-159',
  'VATEX-EU-309',
  'VATEX-FR-FRANCHISE',
  'VATEX-FR-CNWVAT',
];

const pricesIncludeTax = Type.Boolean({ description: 'Whether listed prices and shipping include tax' });

const shippingTaxClass = nullable(taxClass, {
  description: 'Null: shipping is taxed as the goods, in proportion to what is paid for those of each rate',
});

const belowOssThreshold = Type.Boolean({
  description:
    'A store in the EU whose sales to other member states stay below the threshold (Article 59c of Directive 2006/112/EC) charges them the VAT of its own country',
});

const exemptReason = nullable(nameText(200), {
  description:
    'The text on documents about goods of the class `exempt`, such as the article that exempts them',
});

const exemptReasonCode = nullable(stringEnum(EXEMPT_CODES), {
  description: 'The same in e-invoices, by the code list VATEX',
});

const provider = nullable(
  object({
    name: nameText(64, { description: 'One that a module of the deployment offers' }),
    whenUnavailable: stringEnum(['own_rates', 'refuse_checkout'], {
      description:
        'What happens while it doesn’t say the rates within 5 seconds: those of the store apply, or no order is placed (`tax_unavailable`)',
    }),
  }),
  {
    description:
      'Says the rates on goods and shipping once the address is known, in place of the store’s own. Buyers who pay no tax, goods of the classes `zero` and `exempt`, and sales that are taxed in the store’s own country below the threshold of the OSS are no question to it. Null: nobody is asked',
  },
);

const taxSettings = object({
  pricesIncludeTax,
  rates: Type.Array(ownRate),
  classes: Type.Array(ownClass),
  shippingTaxClass,
  belowOssThreshold,
  exemptReason,
  exemptReasonCode,
  provider,
  version: Type.Integer({ description: '0 until their first change' }),
});

const exampleSettings = {
  pricesIncludeTax: true,
  rates: [
    { country: 'CH', rateBasisPoints: 810, validFrom: '2024-01-01' },
    { country: 'FR', taxClass: 'books', rateBasisPoints: 550 },
  ],
  classes: [{ code: 'books', name: 'Books' }],
  shippingTaxClass: null,
  belowOssThreshold: false,
  exemptReason: null,
  exemptReasonCode: null,
  provider: null,
};

export const getTaxSettings = defineOperation({
  endpoint: 'GET /admin/v1/settings/tax',
  summary: 'Get the tax settings',
  description: 'Whether prices include tax, and the rates and tax classes that the store has entered itself.',
  auth: { kind: 'admin', permission: 'settings:read' },
  response: { status: 200, description: 'The settings', schema: taxSettings },
  examples: { response: { ...exampleSettings, version: 1 } },
});

export const putTaxSettings = defineOperation({
  endpoint: 'PUT /admin/v1/settings/tax',
  summary: 'Replace the tax settings',
  description:
    'A store in the EU charges the rates of the member state that the goods go to, from a dated table (`GET /admin/v1/settings/tax/eu-rates`); a rate entered here takes precedence. Goods that leave the EU have no tax unless a rate is entered. A store outside of the EU charges only the rates entered here. Of several rates the most specific place applies: first by the number of characters of its postal code, then with a region before without one; among equals the latest that has begun. Goods of a class without a rate where they go have the standard rate. A class that products or variants use can’t be removed. With a `provider`, the rates that it says apply instead.',
  auth: { kind: 'admin', permission: 'settings:write' },
  ifMatch: 'tax-settings',
  body: object({
    pricesIncludeTax,
    rates: Type.Array(ownRate, { maxItems: 500, default: [] }),
    classes: Type.Array(ownClass, { maxItems: 50, default: [] }),
    shippingTaxClass: Type.Optional(shippingTaxClass),
    belowOssThreshold: Type.Optional(belowOssThreshold),
    exemptReason: Type.Optional(exemptReason),
    exemptReasonCode: Type.Optional(exemptReasonCode),
    provider: Type.Optional(provider),
  }),
  response: { status: 200, description: 'The settings', schema: taxSettings },
  examples: { body: exampleSettings, response: { ...exampleSettings, version: 1 } },
});

export const getEuRates = defineOperation({
  endpoint: 'GET /admin/v1/settings/tax/eu-rates',
  summary: 'List the rates of VAT of the EU’s member states',
  description:
    'The table that stores in the EU charge by, as it holds today: the standard rate and the reduced ones, the highest first. Goods of the class `reduced` have the first. Each member state decides which goods have which rate: enter a rate of your own for goods with a lower one.',
  auth: { kind: 'admin', permission: 'settings:read' },
  response: {
    status: 200,
    description: 'The rates',
    schema: object({
      source: Type.String(),
      readOn: Type.String({
        format: 'date',
        description: 'The day on which the reduced rates were read there',
      }),
      items: Type.Array(object({ country, standard: rateBasisPoints, reduced: Type.Array(rateBasisPoints) })),
    }),
  },
  examples: {
    response: {
      source: 'European Commission, Taxes in Europe Database',
      readOn: '2026-08-22',
      items: [{ country: 'FR', standard: 2000, reduced: [1000, 550, 210] }],
    },
  },
});
