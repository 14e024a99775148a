import { Type } from 'typebox';
import { defineOperation } from '../operation.ts';
import {
  amount,
  currency,
  id,
  idParams,
  integer,
  list,
  nullable,
  object,
  page,
  pageSize,
  slug,
  stringEnum,
  stringMap,
  text,
  timestamp,
} from '../schema.ts';
import { newImage, productStatus } from './products.ts';

/**
 * A row of an import or export: one variant with its product. A CSV file has the same members as columns; there an
 * empty cell means absent, and `options`, `categories` and `images` are JSON.
 */
export const importRow = object({
  slug,
  title: text(512),
  description: Type.Optional(nullable(text(5000))),
  status: Type.Optional(productStatus),
  categories: Type.Optional(
    Type.Array(slug, { maxItems: 100, description: 'Slugs of categories that exist' }),
  ),
  images: Type.Optional(Type.Array(Type.Object(newImage.properties), { maxItems: 50 })),
  sku: text(255),
  variantTitle: Type.Optional(nullable(text(512))),
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

const FORMATS = ['application/x-ndjson', 'text/csv'] as const;

const FILE_EXAMPLES = {
  'application/x-ndjson': '{"slug":"tea","title":"Tea","sku":"TEA-1","priceAmount":1250}\n',
  'text/csv': 'slug,title,sku,priceAmount\ntea,Tea,TEA-1,1250\n',
};

const productImport = object({
  id,
  status: stringEnum(['pending', 'running', 'completed']),
  rows: integer,
  processed: integer,
  created: Type.Integer({ description: 'Rows that made a variant' }),
  updated: Type.Integer({ description: 'Rows that changed a variant or its product' }),
  unchanged: Type.Integer({ description: 'Rows that were in the catalogue like that' }),
  refused: Type.Integer({ description: 'Rows that were not taken; the report tells why' }),
  createdAt: timestamp,
  finishedAt: nullable(timestamp),
});

const IMPORT_EXAMPLE = {
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

const mayRead = { kind: 'admin', permission: 'catalog:read' } as const;
const mayWrite = { kind: 'admin', permission: 'catalog:write' } as const;

export const importProducts = defineOperation({
  id: 'importProducts',
  method: 'POST',
  path: '/admin/v1/products/import',
  tag: 'Catalogue',
  summary: 'Import products from a file',
  description:
    'CSV with a header line, or one JSON object a line; at most 50,000 rows, each a variant with its product. Products are found by slug, variants by SKU: what is new is made, what differs is changed, a category that doesn’t exist refuses its row, an absent member keeps its value, and of rows with one SKU or slug the later wins. The whole file is received before the answer; the worker then takes it in, and goes on where it was after a crash. The same file once more changes nothing.',
  withoutKey: 'the body is never held as a whole. The same file once more changes nothing.',
  auth: mayWrite,
  streams: FORMATS,
  response: { status: 202, description: 'Received; ask for its progress', schema: productImport },
  errors: ['validation_failed', 'payload_too_large', 'unsupported_media_type'],
  examples: {
    files: FILE_EXAMPLES,
    response: {
      ...IMPORT_EXAMPLE,
      status: 'pending',
      processed: 0,
      created: 0,
      unchanged: 0,
      refused: 0,
      finishedAt: null,
    },
  },
});

export const getProductImport = defineOperation({
  id: 'getProductImport',
  method: 'GET',
  path: '/admin/v1/product-imports/{id}',
  tag: 'Catalogue',
  summary: 'Get the progress of an import',
  description: 'It is completed when every row is processed, refused ones included.',
  auth: mayRead,
  params: idParams,
  response: { status: 200, description: 'The import', schema: productImport },
  errors: [],
  examples: { response: IMPORT_EXAMPLE },
});

export const listRefusedRows = defineOperation({
  id: 'listRefusedRows',
  method: 'GET',
  path: '/admin/v1/product-imports/{id}/refused-rows',
  tag: 'Catalogue',
  summary: 'List the refused rows of an import',
  description:
    'In the order of the file, with the row as it came and why it was not taken. Rows count from 1, without the header.',
  auth: mayRead,
  params: idParams,
  query: object({ page, pageSize }),
  response: {
    status: 200,
    description: 'A page of refused rows',
    schema: list(
      object({ number: Type.Integer({ minimum: 1 }), reason: Type.String(), row: Type.Unknown() }),
    ),
  },
  errors: [],
  examples: {
    response: {
      items: [
        {
          number: 17,
          reason: '/priceAmount must be >= 0',
          row: { slug: 'tea', title: 'Tea', sku: 'T', priceAmount: -1 },
        },
      ],
      total: 1,
      page: 1,
      pageSize: 20,
    },
  },
});

export const exportProducts = defineOperation({
  id: 'exportProducts',
  method: 'GET',
  path: '/admin/v1/products/export',
  tag: 'Catalogue',
  summary: 'Export all products with their variants',
  description: 'A stream in the shape that the import takes. Products without a variant are not in it.',
  auth: mayRead,
  query: object({ format: Type.Optional(stringEnum(['ndjson', 'csv'], { description: 'Default: ndjson' })) }),
  response: {
    status: 200,
    description: 'One row for each variant',
    contentTypes: FORMATS,
    schema: Type.String(),
  },
  errors: [],
  examples: { response: FILE_EXAMPLES['application/x-ndjson'], files: FILE_EXAMPLES },
});
