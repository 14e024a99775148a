import { type Static, Type } from 'typebox';
import { defineOperation } from '../operation.ts';
import { amount, country, id, nullable, object, version } from '../schema.ts';

const ownRate = object({
  country,
  rateBasisPoints: Type.Integer({ minimum: 0, maximum: 10_000, description: '1900 is 19 %' }),
  validFrom: Type.Optional(Type.String({ format: 'date', description: 'The first day, in UTC' })),
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
  method: 'GET',
  path: '/admin/v1/settings/tax',
  tag: 'Settings',
  summary: 'Get the tax settings',
  description: 'Whether prices include tax, and the rates that the store has entered itself.',
  auth: { kind: 'admin', permission: 'settings:read' },
  response: { status: 200, description: 'The settings', schema: taxSettings },
  errors: [],
  examples: { response: { pricesIncludeTax: true, rates: exampleRates, version: 1 } },
});

export const putTaxSettings = defineOperation({
  id: 'putTaxSettings',
  method: 'PUT',
  path: '/admin/v1/settings/tax',
  tag: 'Settings',
  summary: 'Replace the tax settings',
  description:
    'A store in the EU charges the standard rate of the member state that the goods go to, from a dated table; a rate entered here goes before it. What leaves the EU bears no tax unless a rate is entered. A store outside of the EU charges only the rates entered here.',
  auth: { kind: 'admin', permission: 'settings:write' },
  ifMatch: 'tax-settings',
  body: object({ pricesIncludeTax, rates: Type.Array(ownRate, { maxItems: 500, default: [] }) }),
  response: { status: 200, description: 'The settings', schema: taxSettings },
  errors: [],
  examples: {
    body: { pricesIncludeTax: true, rates: exampleRates },
    response: { pricesIncludeTax: true, rates: exampleRates, version: 1 },
  },
});

const optionName = Type.String({ minLength: 1, maxLength: 255 });

const shippingSettings = object({
  options: Type.Array(
    object({
      id,
      name: Type.String(),
      amount,
      countries: Type.Array(Type.String()),
      freeFrom: nullable(amount),
    }),
  ),
  version,
});

const exampleShipping = {
  options: [
    {
      id: 'e3c2a3b4-5d6e-4f70-8a91-b2c3d4e5f611',
      name: 'Parcel',
      amount: 490,
      countries: ['AT', 'DE'],
      freeFrom: 5000,
    },
  ],
  version: 2,
} satisfies Static<typeof shippingSettings>;

export const getShippingSettings = defineOperation({
  id: 'getShippingSettings',
  method: 'GET',
  path: '/admin/v1/settings/shipping',
  tag: 'Settings',
  summary: 'Get the shipping settings',
  description: 'The flat rates of the store, in the order in which shoppers see them.',
  auth: { kind: 'admin', permission: 'settings:read' },
  response: { status: 200, description: 'The settings', schema: shippingSettings },
  errors: [],
  examples: { response: exampleShipping },
});

export const putShippingSettings = defineOperation({
  id: 'putShippingSettings',
  method: 'PUT',
  path: '/admin/v1/settings/shipping',
  tag: 'Settings',
  summary: 'Replace the shipping settings',
  description:
    'An option with an `id` is changed, one without is new, and one that isn’t listed is offered no longer. `countries` empty: everywhere. `freeFrom`: what the goods must cost, discount taken off, for free shipping; null: never.',
  auth: { kind: 'admin', permission: 'settings:write' },
  ifMatch: 'shipping-settings',
  body: object({
    options: Type.Array(
      object({
        id: Type.Optional(id),
        name: optionName,
        amount,
        countries: Type.Optional(Type.Array(country, { maxItems: 300 })),
        freeFrom: Type.Optional(nullable(amount)),
      }),
      { maxItems: 100 },
    ),
  }),
  response: { status: 200, description: 'The settings', schema: shippingSettings },
  errors: [],
  examples: {
    body: { options: [{ name: 'Parcel', amount: 490, countries: ['DE', 'AT'], freeFrom: 5000 }] },
    response: exampleShipping,
  },
});
