import { type Static, Type } from 'typebox';
import { defineOperation } from '../../../operation.ts';
import { examplePickupPlace, pickupPlace } from '../../../resources/pickup-place.ts';
import { postalCodePattern } from '../../../resources/postal-code.ts';
import { shippingProfile } from '../../../resources/shipping-profile.ts';
import {
  amount,
  country,
  currency,
  id,
  integer,
  nameText,
  nullable,
  object,
  stringEnum,
  version,
} from '../../../schema.ts';

const optionName = nameText(255);

const TIERED_BY = ['weight', 'quantity', 'value'] as const;

const tiersBy = nullable(stringEnum(TIERED_BY), {
  description:
    'The measure of `tiers`: `weight` in grams, `quantity` in units, or `value` in minor units after discount, each of the goods that are shipped; null: there are none',
});

const tiers = Type.Array(object({ from: integer, amount: nullable(amount) }), {
  maxItems: 50,
  description:
    'Ascending by `from`. The highest tier that is reached applies, and `amount` of the option below the first; with null the option isn’t offered from there on',
});

const postalCodes = Type.Array(postalCodePattern, {
  maxItems: 100,
  description:
    'Where it is offered: codes (`10013`), beginnings of codes (`100*`) or ranges of equally long ones (`10000-10999`); empty: everywhere',
});

const profiles = Type.Array(shippingProfile, {
  maxItems: 50,
  description: 'Profiles of goods (`shippingProfile` of variants) that it takes, beside goods without one',
});

const carrier = nullable(
  object({
    name: nameText(64, { description: 'One of `carriers` of a module' }),
    service: nameText(64, { description: 'The carrier’s service, in its own words' }),
    whenUnavailable: stringEnum(['own_price', 'not_offered'], {
      description:
        'What applies while the carrier doesn’t respond in time: `amount` and `tiers` of the option, or it isn’t offered',
    }),
  }),
  {
    description:
      'The carrier that sets the price; null: the store does. It is called when the options of a cart with an address are listed, and its rates are valid for 30 minutes',
  },
);

const active = Type.Boolean({ description: 'false: it isn’t offered to shoppers' });

const shippingSettings = object({
  options: Type.Array(
    object({
      id,
      name: Type.String(),
      active,
      pickupPlace: nullable(pickupPlace),
      carrier,
      amount,
      countries: Type.Array(Type.String()),
      freeFrom: nullable(amount),
      tiersBy,
      tiers,
      postalCodes,
      profiles,
      prices: Type.Array(object({ currency: Type.String(), amount, freeFrom: nullable(amount), tiers })),
    }),
  ),
  version,
});

const exampleShipping = {
  options: [
    {
      id: 'e3c2a3b4-5d6e-4f70-8a91-b2c3d4e5f611',
      name: 'Parcel',
      active: true,
      pickupPlace: null,
      carrier: null,
      amount: 490,
      countries: ['AT', 'DE'],
      freeFrom: 5000,
      tiersBy: 'weight' as const,
      tiers: [
        { from: 2000, amount: 690 },
        { from: 31_500, amount: null },
      ],
      postalCodes: [],
      profiles: [],
      prices: [{ currency: 'CHF', amount: 990, freeFrom: null, tiers: [] }],
    },
    {
      id: 'e3c2a3b4-5d6e-4f70-8a91-b2c3d4e5f62a',
      name: 'Pick up in Berlin',
      active: true,
      pickupPlace: examplePickupPlace,
      carrier: null,
      amount: 0,
      countries: [],
      freeFrom: null,
      tiersBy: null,
      tiers: [],
      postalCodes: [],
      profiles: ['bulky'],
      prices: [],
    },
  ],
  version: 2,
} satisfies Static<typeof shippingSettings>;

export const getShippingSettings = defineOperation({
  endpoint: 'GET /admin/v1/settings/shipping',
  summary: 'Get the shipping settings',
  description: 'The options of the store, in the order in which shoppers see them.',
  auth: { kind: 'admin', permission: 'settings:read' },
  response: { status: 200, description: 'The settings', schema: shippingSettings },
  examples: { response: exampleShipping },
});

export const putShippingSettings = defineOperation({
  endpoint: 'PUT /admin/v1/settings/shipping',
  summary: 'Replace the shipping settings',
  description:
    'An option with an `id` is changed, one without is created, and one that isn’t listed is no longer offered. `countries` empty: everywhere. `freeFrom`: the price of the goods after discount from which shipping is free; null: never. `prices` says what it costs in other currencies than the store’s; in one that isn’t named it isn’t offered. An option with a `pickupPlace` isn’t restricted to countries or postal codes. Goods without a weight weigh nothing.',
  auth: { kind: 'admin', permission: 'settings:write' },
  ifMatch: 'shipping-settings',
  body: object({
    options: Type.Array(
      object({
        id: Type.Optional(id),
        name: optionName,
        active: Type.Optional(active),
        pickupPlace: Type.Optional(nullable(pickupPlace)),
        carrier: Type.Optional(carrier),
        amount,
        countries: Type.Optional(Type.Array(country, { maxItems: 300 })),
        freeFrom: Type.Optional(nullable(amount)),
        tiersBy: Type.Optional(tiersBy),
        tiers: Type.Optional(tiers),
        postalCodes: Type.Optional(postalCodes),
        profiles: Type.Optional(profiles),
        prices: Type.Optional(
          Type.Array(
            object({
              currency,
              amount,
              freeFrom: Type.Optional(nullable(amount)),
              tiers: Type.Optional(tiers),
            }),
            { maxItems: 50 },
          ),
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
