import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { importQuery, RECEIVED_EXAMPLE } from '../../resources/import-progress.ts';
import { givenMetadata, metadata, metadataFilter } from '../../resources/metadata.ts';
import { IMAGE_EXAMPLE, image, newImage, optionsMatrix, productStatus } from '../../resources/product.ts';
import { IMPORT_EXAMPLE, productImport } from '../../resources/product-import.ts';
import { taxClass } from '../../resources/tax-class.ts';
import { newVariant, VARIANT_EXAMPLE, variant } from '../../resources/variant.ts';
import {
  cursor,
  cursorQuery,
  id,
  longList,
  longPageOf,
  nameText,
  nullable,
  object,
  slug,
  sortBy,
  stringEnum,
  text,
  timestamp,
} from '../../schema.ts';

const FORMATS = ['application/x-ndjson', 'text/csv'] as const;

const FILE_EXAMPLES = {
  'application/x-ndjson': '{"slug":"tea","title":"Tea","sku":"TEA-1","priceAmount":1250}\n',
  'text/csv': 'slug,title,sku,priceAmount\ntea,Tea,TEA-1,1250\n',
};

export const importProducts = defineOperation({
  endpoint: 'POST /admin/v1/products/import',
  summary: 'Import products from a file',
  description:
    'CSV with a header line, or one JSON object a line; at most 50,000 rows in 64 MiB, each a variant with its product. One file of a store is received at a time. Products are found by slug, variants by SKU: what is new is created and what differs is changed. `sku` is enough for a variant that exists. `price` is an amount as people write it (39.90 or 39,90), `priceAmount` one in minor units. `dryRun=true` checks and counts only, each 500 rows by themselves. A CSV’s separator is the comma, semicolon or tab of its header; a row with more or fewer cells than the header is refused, as is a row with a category that doesn’t exist. An absent member keeps its value, and of rows with the same SKU or slug the later one wins. The response comes when the whole file is received; the worker then processes it and continues where it was after a crash. Importing the same file again changes nothing.',
  withoutKey: 'the body is never held as a whole. Importing the same file again changes nothing.',
  auth: { kind: 'admin', permission: 'catalog:write' },
  query: importQuery,
  streams: FORMATS,
  response: { status: 202, description: 'Received; query its progress', schema: productImport },
  errors: ['payload_too_large', 'unsupported_media_type'],
  examples: {
    files: FILE_EXAMPLES,
    response: {
      ...IMPORT_EXAMPLE,
      ...RECEIVED_EXAMPLE,
      changes: [],
    },
  },
});

export const exportProducts = defineOperation({
  endpoint: 'GET /admin/v1/products/export',
  summary: 'Export all products with their variants',
  description: 'A stream in the format that the import accepts. It omits products without a variant.',
  auth: { kind: 'admin', permission: 'catalog:read' },
  query: object({
    format: Type.Optional(stringEnum(['ndjson', 'csv'], { description: 'Default: ndjson' })),
    stock: Type.Optional(
      Type.Boolean({
        description: 'Include `stockQuantity`; an import of the file sets it to what it was. Default: false',
      }),
    ),
  }),
  response: {
    status: 200,
    description: 'One row for each variant',
    contentTypes: FORMATS,
    schema: Type.String(),
  },
  examples: { response: FILE_EXAMPLES['application/x-ndjson'], files: FILE_EXAMPLES },
});

const optionalFields = {
  slug: Type.Optional(slug),
  description: Type.Optional(nullable(text(5000))),
  status: Type.Optional(productStatus),
  taxClass: Type.Optional(taxClass),
  categoryIds: Type.Optional(Type.Array(id, { maxItems: 100 })),
  images: Type.Optional(Type.Array(newImage, { maxItems: 50 })),
  metadata: Type.Optional(givenMetadata),
};

const product = object({
  id,
  title: Type.String(),
  slug: Type.String(),
  description: nullable(Type.String()),
  status: productStatus,
  taxClass,
  categoryIds: Type.Array(id),
  images: Type.Array(image),
  options: optionsMatrix,
  metadata,
  version: Type.Integer({ description: 'Also the ETag; variants have versions of their own' }),
  createdAt: timestamp,
  updatedAt: timestamp,
  variants: Type.Array(variant),
});

const PRODUCT_EXAMPLE = {
  id: 'c1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f607',
  title: 'Darjeeling',
  slug: 'darjeeling',
  description: null,
  status: 'published' as const,
  taxClass: 'standard',
  categoryIds: [],
  images: [IMAGE_EXAMPLE],
  options: [],
  metadata: { 'erp.id': '4711', 'public.origin': 'Darjeeling' },
  version: 1,
  createdAt: '2026-01-15T09:30:00.000Z',
  updatedAt: '2026-01-15T09:30:00.000Z',
  variants: [VARIANT_EXAMPLE],
};

export const createProduct = defineOperation({
  endpoint: 'POST /admin/v1/products',
  summary: 'Create a product with its variants',
  description:
    'The slug is made from the title when absent. A SKU is unique in the store. An image is the address of a picture that was uploaded (`POST /admin/v1/pictures`), or any other: those the service doesn’t fetch, and knows neither width nor height nor `srcset` of. Not found is an address of this service where the store has no picture. Records `product.created` in the same transaction.',
  auth: { kind: 'admin', permission: 'catalog:write' },
  body: object({
    title: nameText(512),
    ...optionalFields,
    variants: Type.Optional(Type.Array(newVariant, { maxItems: 100 })),
  }),
  response: { status: 201, description: 'The product', schema: product },
  errors: ['not_found', 'duplicate_slug', 'duplicate_sku'],
  examples: {
    body: {
      title: 'Darjeeling',
      status: 'published',
      images: [{ url: IMAGE_EXAMPLE.url, alt: IMAGE_EXAMPLE.alt }],
      metadata: PRODUCT_EXAMPLE.metadata,
      variants: [{ sku: 'TEA-1', priceAmount: 1250, stockQuantity: 10 }],
    },
    response: PRODUCT_EXAMPLE,
  },
});

export const getProduct = defineOperation({
  endpoint: 'GET /admin/v1/products/{productId}',
  summary: 'Get a product with its variants',
  description: 'The ETag is the version that `If-Match` of a change refers to.',
  auth: { kind: 'admin', permission: 'catalog:read' },
  response: { status: 200, description: 'The product', schema: product },
  examples: { response: PRODUCT_EXAMPLE },
});

export const listProducts = defineOperation({
  endpoint: 'GET /admin/v1/products',
  summary: 'List and search products, drafts included',
  description:
    'Newest first, or by `sort`. `q` matches a part of the title or the beginning of a SKU. `categoryId` includes the categories below it.',
  auth: { kind: 'admin', permission: 'catalog:read' },
  query: cursorQuery(
    {
      q: Type.Optional(text(200)),
      status: Type.Optional(productStatus),
      categoryId: Type.Optional(id),
      metadata: Type.Optional(metadataFilter),
      sort: Type.Optional(sortBy(['title', 'createdAt', 'updatedAt'])),
    },
    cursor,
  ),
  response: { status: 200, description: 'A page of products', schema: longList(product) },
  examples: {
    response: longPageOf(PRODUCT_EXAMPLE),
  },
});

export const updateProduct = defineOperation({
  endpoint: 'PATCH /admin/v1/products/{productId}',
  summary: 'Update a product',
  description:
    'An absent field keeps its value; null clears `description`. `categoryIds`, `images` and `metadata` are replaced as a whole. The storefront redirects from a former slug. A request that changes something raises the version and records `product.updated` once; any other request does neither.',
  auth: { kind: 'admin', permission: 'catalog:write' },
  ifMatch: 'product',
  body: object({ title: Type.Optional(nameText(512)), ...optionalFields }),
  response: { status: 200, description: 'The product', schema: product },
  errors: ['duplicate_slug'],
  examples: {
    body: { title: 'Darjeeling First Flush' },
    response: { ...PRODUCT_EXAMPLE, title: 'Darjeeling First Flush', version: 2 },
  },
});

export const publishProduct = defineOperation({
  endpoint: 'POST /admin/v1/products/{productId}/publish',
  summary: 'Publish a product',
  description:
    'From now on the storefront shows it. Publishing a published product changes nothing. `PATCH` with `status: draft` unpublishes it.',
  auth: { kind: 'admin', permission: 'catalog:write' },
  ifMatch: 'product',
  response: { status: 200, description: 'The product', schema: product },
  examples: { response: { ...PRODUCT_EXAMPLE, version: 2 } },
});

export const deleteProduct = defineOperation({
  endpoint: 'DELETE /admin/v1/products/{productId}',
  summary: 'Delete a product and its variants',
  description:
    'Cart lines with its variants are deleted too; orders keep their own copy. Records `product.deleted`.',
  auth: { kind: 'admin', permission: 'catalog:write' },
  ifMatch: 'product',
  response: { status: 204, description: 'Deleted' },
});
