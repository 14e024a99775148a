import { Type } from 'typebox';
import { defineOperation } from '../../../../operation.ts';
import { STOCK_MOVEMENT_KINDS } from '../../../../resources/stock-movement.ts';
import { lowStockThreshold, VARIANT_EXAMPLE } from '../../../../resources/variant.ts';
import {
  cursor,
  cursorQuery,
  id,
  integer,
  longList,
  longPageOf,
  nullable,
  object,
  stringEnum,
  text,
  timestamp,
} from '../../../../schema.ts';

const stock = object({
  variantId: id,
  quantity: integer,
  reserved: integer,
  available: Type.Integer(),
  allowBackorder: Type.Boolean(),
  lowStockThreshold,
  version: Type.Integer({ description: 'The variant’s version; also the ETag' }),
});

const STOCK_EXAMPLE = {
  variantId: VARIANT_EXAMPLE.id,
  quantity: 15,
  reserved: 2,
  available: 13,
  allowBackorder: false,
  lowStockThreshold: 3,
  version: 2,
};

export const getStock = defineOperation({
  endpoint: 'GET /admin/v1/products/{productId}/variants/{variantId}/stock',
  summary: 'Get the stock of a variant',
  description: '`available` is the quantity less the reserved units; below 0: backorders.',
  auth: { kind: 'admin', permission: 'catalog:read' },
  response: { status: 200, description: 'The stock', schema: stock },
  examples: { response: STOCK_EXAMPLE },
});

export const adjustStock = defineOperation({
  endpoint: 'POST /admin/v1/products/{productId}/variants/{variantId}/stock/adjustments',
  summary: 'Adjust the stock of a variant',
  description:
    'Adds `delta`, which may be negative, to the current quantity, so that concurrent adjustments all count. To set the quantity, update the variant’s `stockQuantity`. Refused if the quantity would fall below 0, or below what is reserved if backorders aren’t allowed. Writes a stock movement and records `product.updated` in the same commit.',
  auth: { kind: 'admin', permission: 'catalog:write' },
  ifMatch: 'variant',
  body: object({
    delta: Type.Integer({ minimum: -9007199254740991, maximum: 9007199254740991 }),
    note: Type.Optional(nullable(text(500))),
  }),
  response: { status: 200, description: 'The stock', schema: stock },
  errors: ['below_reserved', 'insufficient_stock'],
  examples: { body: { delta: 5, note: 'Found behind the shelf' }, response: STOCK_EXAMPLE },
});

export const listStockMovements = defineOperation({
  endpoint: 'GET /admin/v1/products/{productId}/variants/{variantId}/stock/movements',
  summary: 'List the stock movements of a variant',
  description:
    'Every change of the quantity and of what orders hold, newest first: by how much, to what, and who did it.',
  auth: { kind: 'admin', permission: 'catalog:read' },
  query: cursorQuery({}, cursor),
  response: {
    status: 200,
    description: 'A page of movements',
    schema: longList(
      object({
        id,
        kind: stringEnum(STOCK_MOVEMENT_KINDS),
        quantityDelta: Type.Integer(),
        reservedDelta: Type.Integer(),
        quantityAfter: integer,
        reservedAfter: integer,
        note: nullable(Type.String()),
        actor: Type.String({ description: '`admin:<id>`, `provider:<event id>`, `storefront` or `system`' }),
        createdAt: timestamp,
      }),
    ),
  },
  examples: {
    response: longPageOf({
      id: 'e1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f609',
      kind: 'adjusted',
      quantityDelta: 5,
      reservedDelta: 0,
      quantityAfter: 15,
      reservedAfter: 2,
      note: 'Found behind the shelf',
      actor: 'admin:0d2c6b1e-9a8f-4e3b-8c7d-5f6a7b8c9d01',
      createdAt: '2026-01-15T09:30:00.000Z',
    }),
  },
});
