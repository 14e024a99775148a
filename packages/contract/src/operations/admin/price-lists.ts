import { type Static, Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { examplePriceListId } from '../../resources/price-list.ts';
import {
  currency,
  id,
  list,
  nameText,
  nullable,
  object,
  pageOf,
  pageQuery,
  timestamp,
  version,
} from '../../schema.ts';

const customerGroupId = nullable(id, {
  description: 'The customer group that it is for; null: all customers',
});

const terms = {
  customerGroupId: Type.Optional(customerGroupId),
  active: Type.Optional(Type.Boolean()),
  startsAt: Type.Optional(nullable(timestamp)),
  endsAt: Type.Optional(nullable(timestamp)),
};

const priceList = object({
  id,
  name: Type.String(),
  currency: Type.String(),
  customerGroupId,
  active: Type.Boolean(),
  startsAt: nullable(timestamp),
  endsAt: nullable(timestamp),
  version: Type.Integer({ ...version, description: 'Increases with each change, also of its prices' }),
  createdAt: timestamp,
});

const exampleList = {
  id: examplePriceListId,
  name: 'Wholesale',
  currency: 'EUR',
  customerGroupId: 'a6c2a3b4-5d6e-4f70-8a91-b2c3d4e5f640',
  active: true,
  startsAt: null,
  endsAt: null,
  version: 1,
  createdAt: '2026-01-15T09:30:00.000Z',
} satisfies Static<typeof priceList>;

const name = nameText(255, { description: 'Shoppers see it where a cart says which list a price came from' });

export const createPriceList = defineOperation({
  endpoint: 'POST /admin/v1/price-lists',
  summary: 'Create a price list',
  description:
    'Of the prices that apply to the shopper, the cart’s currency, the quantity and the moment, the lowest is charged; the base price of the variant is one of them where it is in that currency. A list applies from `startsAt` until before `endsAt`. Its amounts are with or without tax as the store’s prices are, and those of a list for a group as `pricesIncludeTax` of the group says; the lowest is found in the terms of the buyer. A store has at most 100 lists.',
  auth: { kind: 'admin', permission: 'catalog:write' },
  body: object({ name, currency, ...terms }),
  response: { status: 201, description: 'The list, without prices', schema: priceList },
  errors: ['too_many_price_lists'],
  examples: {
    body: { name: 'Wholesale', currency: 'EUR' },
    response: { ...exampleList, customerGroupId: null },
  },
});

export const listPriceLists = defineOperation({
  endpoint: 'GET /admin/v1/price-lists',
  summary: 'List the price lists',
  description: 'Newest first.',
  auth: { kind: 'admin', permission: 'catalog:read' },
  query: pageQuery(),
  response: { status: 200, description: 'A page of lists', schema: list(priceList) },
  examples: { response: pageOf(exampleList) },
});

export const getPriceList = defineOperation({
  endpoint: 'GET /admin/v1/price-lists/{id}',
  summary: 'Get a price list',
  description: 'Its prices are read by GET …/prices.',
  auth: { kind: 'admin', permission: 'catalog:read' },
  response: { status: 200, description: 'The list', schema: priceList },
  examples: { response: exampleList },
});

export const updatePriceList = defineOperation({
  endpoint: 'PATCH /admin/v1/price-lists/{id}',
  summary: 'Update a price list',
  description:
    'Carts are priced by it at their next reading. Its currency can’t change. An absent field keeps its value; null clears it.',
  auth: { kind: 'admin', permission: 'catalog:write' },
  ifMatch: 'price-list',
  body: object({ name: Type.Optional(name), ...terms }),
  response: { status: 200, description: 'The list', schema: priceList },
  examples: { body: { active: false }, response: { ...exampleList, active: false, version: 2 } },
});

export const deletePriceList = defineOperation({
  endpoint: 'DELETE /admin/v1/price-lists/{id}',
  summary: 'Delete a price list with its prices',
  description: 'Carts fall back to the other prices; orders keep what was charged, and the name of the list.',
  auth: { kind: 'admin', permission: 'catalog:write' },
  ifMatch: 'price-list',
  response: { status: 204, description: 'Deleted' },
});
