import { type Static, Type } from 'typebox';
import { defineOperation } from '../../../operation.ts';
import { amount, country, currency, id, nameText, nullable, object, version } from '../../../schema.ts';

const optionName = nameText(255);

const shippingSettings = object({
  options: Type.Array(
    object({
      id,
      name: Type.String(),
      amount,
      countries: Type.Array(Type.String()),
      freeFrom: nullable(amount),
      prices: Type.Array(object({ currency: Type.String(), amount, freeFrom: nullable(amount) })),
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
      prices: [{ currency: 'CHF', amount: 990, freeFrom: null }],
    },
  ],
  version: 2,
} satisfies Static<typeof shippingSettings>;

export const getShippingSettings = defineOperation({
  id: 'getShippingSettings',
  endpoint: 'GET /admin/v1/settings/shipping',
  tag: 'Settings',
  summary: 'Get the shipping settings',
  description: 'The flat rates of the store, in the order in which shoppers see them.',
  auth: { kind: 'admin', permission: 'settings:read' },
  response: { status: 200, description: 'The settings', schema: shippingSettings },
  examples: { response: exampleShipping },
});

export const putShippingSettings = defineOperation({
  id: 'putShippingSettings',
  endpoint: 'PUT /admin/v1/settings/shipping',
  tag: 'Settings',
  summary: 'Replace the shipping settings',
  description:
    'An option with an `id` is changed, one without is created, and one that isn’t listed is no longer offered. `countries` empty: everywhere. `freeFrom`: the price of the goods after discount from which shipping is free; null: never. `prices` says what it costs in other currencies than the store’s; in one that isn’t named it isn’t offered.',
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
        prices: Type.Optional(
          Type.Array(object({ currency, amount, freeFrom: Type.Optional(nullable(amount)) }), {
            maxItems: 50,
          }),
        ),
      }),
      { maxItems: 100 },
    ),
  }),
  response: { status: 200, description: 'The settings', schema: shippingSettings },
  examples: {
    body: { options: [{ name: 'Parcel', amount: 490, countries: ['DE', 'AT'], freeFrom: 5000 }] },
    response: exampleShipping,
  },
});
