import { Type } from 'typebox';
import { defineOperation } from '../operation.ts';
import {
  amount,
  currency,
  id,
  integer,
  nullable,
  object,
  slug,
  stringEnum,
  stringMap,
  timestamp,
} from '../schema.ts';

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });

/** The specification's Variant table; on create `sku` and `priceAmount` are required. */
const newVariant = object({
  sku: text(255),
  title: Type.Optional(nullable(text(512))),
  options: Type.Optional(stringMap),
  priceAmount: amount,
  currency: Type.Optional(currency),
  compareAtAmount: Type.Optional(nullable(amount)),
  stockQuantity: Type.Optional(integer),
  allowBackorder: Type.Optional(Type.Boolean()),
  weightGrams: Type.Optional(nullable(integer)),
  lengthMm: Type.Optional(nullable(integer)),
  widthMm: Type.Optional(nullable(integer)),
  heightMm: Type.Optional(nullable(integer)),
  position: Type.Optional(integer),
});

const variant = object({
  id,
  sku: Type.String(),
  title: nullable(Type.String()),
  options: stringMap,
  priceAmount: amount,
  currency: Type.String(),
  compareAtAmount: nullable(amount),
  stockQuantity: integer,
  allowBackorder: Type.Boolean(),
  weightGrams: nullable(integer),
  lengthMm: nullable(integer),
  widthMm: nullable(integer),
  heightMm: nullable(integer),
  position: integer,
});

const productStatus = stringEnum(['draft', 'published']);

export const createProduct = defineOperation({
  id: 'createProduct',
  method: 'POST',
  path: '/admin/v1/products',
  tag: 'Catalogue',
  summary: 'Create a product with its variants',
  description:
    'The slug is made from the title when absent. A SKU is unique in the store. Records `product.created` in the same transaction.',
  auth: { kind: 'admin', permission: 'catalog:write' },
  body: object({
    title: text(512),
    slug: Type.Optional(slug),
    description: Type.Optional(nullable(text(5000))),
    status: Type.Optional(productStatus),
    variants: Type.Optional(Type.Array(newVariant, { maxItems: 100 })),
  }),
  response: {
    status: 201,
    description: 'The product',
    schema: object({
      id,
      title: Type.String(),
      slug: Type.String(),
      description: nullable(Type.String()),
      status: productStatus,
      version: Type.Integer(),
      createdAt: timestamp,
      variants: Type.Array(variant),
    }),
  },
  errors: ['duplicate_slug', 'duplicate_sku'],
  examples: {
    body: {
      title: 'Darjeeling',
      status: 'published',
      variants: [{ sku: 'TEA-1', priceAmount: 1250, stockQuantity: 10 }],
    },
    response: {
      id: 'c1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f607',
      title: 'Darjeeling',
      slug: 'darjeeling',
      description: null,
      status: 'published',
      version: 1,
      createdAt: '2026-01-15T09:30:00.000Z',
      variants: [
        {
          id: 'd1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f608',
          sku: 'TEA-1',
          title: null,
          options: {},
          priceAmount: 1250,
          currency: 'EUR',
          compareAtAmount: null,
          stockQuantity: 10,
          allowBackorder: false,
          weightGrams: null,
          lengthMm: null,
          widthMm: null,
          heightMm: null,
          position: 0,
        },
      ],
    },
  },
});
