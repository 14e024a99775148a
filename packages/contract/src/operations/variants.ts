import { Type } from 'typebox';
import { defineOperation } from '../operation.ts';
import {
  amount,
  currency,
  id,
  integer,
  list,
  nullable,
  object,
  page,
  pageSize,
  stringEnum,
  stringMap,
  text,
  timestamp,
} from '../schema.ts';

const options = Type.Unsafe<Record<string, string>>({
  ...stringMap,
  description: 'Free-form names and values, such as `{ "Size": "M" }`',
});

/** What of the specification's Variant table may be left out on create too. */
const optionalFields = {
  title: Type.Optional(nullable(text(512))),
  options: Type.Optional(options),
  currency: Type.Optional(currency),
  compareAtAmount: Type.Optional(nullable(amount)),
  stockQuantity: Type.Optional(integer),
  allowBackorder: Type.Optional(Type.Boolean()),
  weightGrams: Type.Optional(nullable(integer)),
  lengthMm: Type.Optional(nullable(integer)),
  widthMm: Type.Optional(nullable(integer)),
  heightMm: Type.Optional(nullable(integer)),
  position: Type.Optional(integer),
};

/** The specification's Variant table; on create `sku` and `priceAmount` are required. */
export const newVariant = object({ sku: text(255), priceAmount: amount, ...optionalFields });

const variantPatch = object({
  sku: Type.Optional(text(255)),
  priceAmount: Type.Optional(amount),
  ...optionalFields,
});

export const variant = object({
  id,
  sku: Type.String(),
  title: nullable(Type.String()),
  options,
  priceAmount: amount,
  currency: Type.String(),
  compareAtAmount: nullable(amount),
  stockQuantity: integer,
  reserved: Type.Integer({ description: 'Held by orders that are not shipped' }),
  available: Type.Integer({
    description: '`stockQuantity` less `reserved`; below 0 it is owed to backorders',
  }),
  allowBackorder: Type.Boolean(),
  weightGrams: nullable(integer),
  lengthMm: nullable(integer),
  widthMm: nullable(integer),
  heightMm: nullable(integer),
  position: integer,
  version: Type.Integer({ description: 'Also the ETag' }),
});

export const VARIANT_EXAMPLE = {
  id: 'd1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f608',
  sku: 'TEA-1',
  title: null,
  options: {},
  priceAmount: 1250,
  currency: 'EUR',
  compareAtAmount: null,
  stockQuantity: 10,
  reserved: 0,
  available: 10,
  allowBackorder: false,
  weightGrams: null,
  lengthMm: null,
  widthMm: null,
  heightMm: null,
  position: 0,
  version: 1,
};

const variantParams = object({ productId: id, variantId: id });
const mayRead = { kind: 'admin', permission: 'catalog:read' } as const;
const mayWrite = { kind: 'admin', permission: 'catalog:write' } as const;

export const createVariant = defineOperation({
  id: 'createVariant',
  method: 'POST',
  path: '/admin/v1/products/{productId}/variants',
  tag: 'Catalogue',
  summary: 'Add a variant to a product',
  description:
    'The currency defaults to the store’s, the position to the end. A SKU is unique in the store. Records `product.updated` in the same transaction.',
  auth: mayWrite,
  params: object({ productId: id }),
  body: newVariant,
  response: { status: 201, description: 'The variant', schema: variant },
  errors: ['duplicate_sku'],
  examples: { body: { sku: 'TEA-1', priceAmount: 1250, stockQuantity: 10 }, response: VARIANT_EXAMPLE },
});

export const getVariant = defineOperation({
  id: 'getVariant',
  method: 'GET',
  path: '/admin/v1/products/{productId}/variants/{variantId}',
  tag: 'Catalogue',
  summary: 'Get a variant',
  description: 'The ETag is the version that `If-Match` of a change refers to.',
  auth: mayRead,
  params: variantParams,
  response: { status: 200, description: 'The variant', schema: variant },
  errors: [],
  examples: { response: VARIANT_EXAMPLE },
});

export const updateVariant = defineOperation({
  id: 'updateVariant',
  method: 'PATCH',
  path: '/admin/v1/products/{productId}/variants/{variantId}',
  tag: 'Catalogue',
  summary: 'Update a variant',
  description:
    'An absent field keeps its value; null clears `title`, `compareAtAmount`, the weight and the measures. `options` is replaced as a whole. A change that changes something raises the version and records `product.updated` in the same commit; any other leaves both as they are.',
  auth: mayWrite,
  ifMatch: 'variant',
  params: variantParams,
  body: variantPatch,
  response: { status: 200, description: 'The variant', schema: variant },
  errors: ['duplicate_sku'],
  examples: {
    body: { priceAmount: 1190, compareAtAmount: 1250 },
    response: { ...VARIANT_EXAMPLE, priceAmount: 1190, compareAtAmount: 1250, version: 2 },
  },
});

export const deleteVariant = defineOperation({
  id: 'deleteVariant',
  method: 'DELETE',
  path: '/admin/v1/products/{productId}/variants/{variantId}',
  tag: 'Catalogue',
  summary: 'Delete a variant',
  description:
    'Its stock movements and the cart lines that hold it go with it; orders keep their own copy. Records `product.updated`.',
  auth: mayWrite,
  ifMatch: 'variant',
  params: variantParams,
  response: { status: 204, description: 'Deleted' },
  errors: [],
  examples: {},
});

const stock = object({
  variantId: id,
  quantity: integer,
  reserved: integer,
  available: Type.Integer(),
  allowBackorder: Type.Boolean(),
  version: Type.Integer({ description: 'The variant’s version; also the ETag' }),
});

const STOCK_EXAMPLE = {
  variantId: VARIANT_EXAMPLE.id,
  quantity: 15,
  reserved: 2,
  available: 13,
  allowBackorder: false,
  version: 2,
};

export const getStock = defineOperation({
  id: 'getStock',
  method: 'GET',
  path: '/admin/v1/products/{productId}/variants/{variantId}/stock',
  tag: 'Stock',
  summary: 'Get the stock of a variant',
  description: '`available` is the quantity less what orders hold; below 0 it is owed to backorders.',
  auth: mayRead,
  params: variantParams,
  response: { status: 200, description: 'The stock', schema: stock },
  errors: [],
  examples: { response: STOCK_EXAMPLE },
});

export const adjustStock = defineOperation({
  id: 'adjustStock',
  method: 'POST',
  path: '/admin/v1/products/{productId}/variants/{variantId}/stock/adjustments',
  tag: 'Stock',
  summary: 'Add to or take from the stock of a variant',
  description:
    'Adds `delta`, which may be negative, to whatever the quantity is then, so that parallel adjustments all count; to set the quantity, update the variant’s `stockQuantity`. Refused where the quantity would fall below 0. Leaves a stock movement and records `product.updated` in the same commit.',
  auth: mayWrite,
  ifMatch: 'variant',
  params: variantParams,
  body: object({
    delta: Type.Integer({ minimum: -9007199254740991, maximum: 9007199254740991 }),
    note: Type.Optional(nullable(text(500))),
  }),
  response: { status: 200, description: 'The stock', schema: stock },
  errors: ['insufficient_stock'],
  examples: { body: { delta: 5, note: 'Found behind the shelf' }, response: STOCK_EXAMPLE },
});

export const STOCK_MOVEMENT_KINDS = [
  'initial',
  'set',
  'adjusted',
  'reserved',
  'released',
  'shipped',
  'returned',
  'written_off',
] as const;

export type StockMovementKind = (typeof STOCK_MOVEMENT_KINDS)[number];

export const listStockMovements = defineOperation({
  id: 'listStockMovements',
  method: 'GET',
  path: '/admin/v1/products/{productId}/variants/{variantId}/stock/movements',
  tag: 'Stock',
  summary: 'List the stock movements of a variant',
  description:
    'Every change of the quantity and of what orders hold, newest first: by how much, to what, and who did it.',
  auth: mayRead,
  params: variantParams,
  query: object({ page, pageSize }),
  response: {
    status: 200,
    description: 'A page of movements',
    schema: list(
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
  errors: [],
  examples: {
    response: {
      items: [
        {
          id: 'e1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f609',
          kind: 'adjusted',
          quantityDelta: 5,
          reservedDelta: 0,
          quantityAfter: 15,
          reservedAfter: 2,
          note: 'Found behind the shelf',
          actor: 'admin:0d2c6b1e-9a8f-4e3b-8c7d-5f6a7b8c9d01',
          createdAt: '2026-01-15T09:30:00.000Z',
        },
      ],
      total: 1,
      page: 1,
      pageSize: 20,
    },
  },
});
