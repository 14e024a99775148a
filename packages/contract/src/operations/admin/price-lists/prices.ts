import { type Static, Type } from 'typebox';
import { defineOperation } from '../../../operation.ts';
import {
  amount,
  cursor,
  cursorQuery,
  id,
  longList,
  longPageOf,
  nullable,
  object,
  version,
} from '../../../schema.ts';

const minQuantity = Type.Integer({
  minimum: 1,
  maximum: 9999,
  description: 'From this many of the variant on in one line',
});

const price = object({
  variantId: id,
  minQuantity,
  amount,
  sku: Type.String(),
  productId: id,
  productTitle: Type.String(),
  variantTitle: nullable(Type.String()),
  baseAmount: amount,
  baseCurrency: Type.String(),
});

const examplePrice = {
  variantId: 'd1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f608',
  minQuantity: 10,
  amount: 990,
  sku: 'TEA-1',
  productId: 'c1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f607',
  productTitle: 'Darjeeling',
  variantTitle: null,
  baseAmount: 1250,
  baseCurrency: 'EUR',
} satisfies Static<typeof price>;

export const listPrices = defineOperation({
  endpoint: 'GET /admin/v1/price-lists/{id}/prices',
  summary: 'List the prices of a price list',
  description: 'By variant and quantity, each beside the base price of its variant.',
  auth: { kind: 'admin', permission: 'catalog:read' },
  query: cursorQuery({ productId: Type.Optional(id) }, cursor),
  response: { status: 200, description: 'A page of prices', schema: longList(price) },
  examples: {
    response: longPageOf(examplePrice),
  },
});

const count = Type.Integer({ minimum: 0 });

export const setPrices = defineOperation({
  endpoint: 'POST /admin/v1/price-lists/{id}/prices',
  summary: 'Set prices of a price list',
  description:
    'Up to 300 prices at once: all are set, or none is. `amount` null removes a price; those that aren’t named stay. A variant has at most 20 prices in a list. Without `minQuantity` a price is from 1 on.',
  auth: { kind: 'admin', permission: 'catalog:write' },
  ifMatch: 'price-list',
  body: object({
    prices: Type.Array(
      object({ variantId: id, minQuantity: Type.Optional(minQuantity), amount: nullable(amount) }),
      { minItems: 1, maxItems: 300 },
    ),
  }),
  response: {
    status: 200,
    description: 'How many were set, removed, and like that already',
    schema: object({ set: count, removed: count, unchanged: count, version }),
  },
  examples: {
    body: { prices: [{ variantId: examplePrice.variantId, minQuantity: 10, amount: 990 }] },
    response: { set: 1, removed: 0, unchanged: 0, version: 2 },
  },
});
