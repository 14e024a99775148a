import { Type } from 'typebox';
import { defineOperation } from '../../../operation.ts';
import { country, object } from '../../../schema.ts';

const ownRate = object({
  country,
  rateBasisPoints: Type.Integer({ minimum: 0, maximum: 10_000, description: '1900 is 19 %' }),
  validFrom: Type.Optional(
    Type.String({ format: 'date', description: 'The first day, by the store’s time zone' }),
  ),
});

const pricesIncludeTax = Type.Boolean({ description: 'Whether listed prices and shipping include tax' });

const taxSettings = object({
  pricesIncludeTax,
  rates: Type.Array(ownRate),
  version: Type.Integer({ description: '0 until they are changed first' }),
});

const exampleRates = [{ country: 'CH', rateBasisPoints: 810, validFrom: '2024-01-01' }];

export const getTaxSettings = defineOperation({
  id: 'getTaxSettings',
  endpoint: 'GET /admin/v1/settings/tax',
  tag: 'Settings',
  summary: 'Get the tax settings',
  description: 'Whether prices include tax, and the rates that the store has entered itself.',
  auth: { kind: 'admin', permission: 'settings:read' },
  response: { status: 200, description: 'The settings', schema: taxSettings },
  examples: { response: { pricesIncludeTax: true, rates: exampleRates, version: 1 } },
});

export const putTaxSettings = defineOperation({
  id: 'putTaxSettings',
  endpoint: 'PUT /admin/v1/settings/tax',
  tag: 'Settings',
  summary: 'Replace the tax settings',
  description:
    'A store in the EU charges the standard rate of the member state that the goods go to, from a dated table; a rate entered here takes precedence. Goods that leave the EU bear no tax unless a rate is entered. A store outside of the EU charges only the rates entered here.',
  auth: { kind: 'admin', permission: 'settings:write' },
  ifMatch: 'tax-settings',
  body: object({ pricesIncludeTax, rates: Type.Array(ownRate, { maxItems: 500, default: [] }) }),
  response: { status: 200, description: 'The settings', schema: taxSettings },
  examples: {
    body: { pricesIncludeTax: true, rates: exampleRates },
    response: { pricesIncludeTax: true, rates: exampleRates, version: 1 },
  },
});
