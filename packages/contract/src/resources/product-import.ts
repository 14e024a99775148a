import { Type } from 'typebox';
import {
  amount,
  id,
  integer,
  nameText,
  nullable,
  object,
  slug,
  stringEnum,
  stringMap,
  text,
  timestamp,
} from '../schema.ts';
import { givenMetadata } from './metadata.ts';
import { newImage, productStatus } from './product.ts';
import { optionalFields } from './variant.ts';

const {
  title: variantTitle,
  options: _described,
  metadata: variantMetadata,
  ...variantFields
} = optionalFields;

/**
 * A row of an import or export: one variant with its product. A CSV file has the same members as columns; there an
 * empty cell means absent, and `options`, `categories`, `images`, `metadata` and `variantMetadata` are JSON.
 */
export const importRow = object({
  slug,
  title: nameText(512),
  description: Type.Optional(nullable(text(5000))),
  status: Type.Optional(productStatus),
  categories: Type.Optional(
    Type.Array(slug, { maxItems: 100, description: 'Slugs of categories that exist' }),
  ),
  images: Type.Optional(Type.Array(Type.Object(newImage.properties), { maxItems: 50 })),
  metadata: Type.Optional(givenMetadata),
  sku: text(255),
  variantTitle,
  variantMetadata,
  options: Type.Optional(stringMap),
  priceAmount: amount,
  ...variantFields,
});

export const productImport = object({
  id,
  status: stringEnum(['pending', 'running', 'completed']),
  rows: integer,
  processed: integer,
  created: Type.Integer({ description: 'Rows that created a variant' }),
  updated: Type.Integer({ description: 'Rows that changed a variant or its product' }),
  unchanged: Type.Integer({ description: 'Rows that matched the catalogue already' }),
  refused: Type.Integer({ description: 'Rows that were refused; the report says why' }),
  createdAt: timestamp,
  finishedAt: nullable(timestamp),
});

export const IMPORT_EXAMPLE = {
  id: 'a1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f611',
  status: 'completed' as const,
  rows: 50000,
  processed: 50000,
  created: 49998,
  updated: 0,
  unchanged: 1,
  refused: 1,
  createdAt: '2026-01-15T09:30:00.000Z',
  finishedAt: '2026-01-15T09:30:40.000Z',
};
