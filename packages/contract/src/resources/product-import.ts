import { Type } from 'typebox';
import { amount, nameText, nullable, object, slug, stringMap, text } from '../schema.ts';
import { importProgress, PROGRESS_EXAMPLE } from './import-progress.ts';
import { givenMetadata } from './metadata.ts';
import { newImage, productStatus } from './product.ts';
import { taxClass } from './tax-class.ts';
import { optionalFields } from './variant.ts';

const {
  title: variantTitle,
  options: _described,
  metadata: variantMetadata,
  taxClass: variantTaxClass,
  ...variantFields
} = optionalFields;

/** An amount as people write it, in the row's currency: 39.90 or 39,90. Thousands aren't separated. */
const decimal = Type.String({ pattern: '^[0-9]{1,11}([.,][0-9]{1,4})?$' });

/** At most ten names, none of them empty. */
const CATEGORY_PATH = '^\\s*[^>\\s][^>]{0,254}(>\\s*[^>\\s][^>]{0,254}){0,9}$';

/**
 * A row of an import or export: one variant with its product. A CSV file has the same members as columns; there an empty cell
 * means absent, and `options`, `categories`, `images`, `metadata` and `variantMetadata` are JSON. For a variant that exists `sku`
 * is enough; a new one needs `slug`, an amount, and `title` if its product is new too. Exports have the amounts in minor units
 * only.
 */
export const importRow = object({
  slug: Type.Optional(slug),
  title: Type.Optional(nameText(512)),
  description: Type.Optional(nullable(text(5000))),
  status: Type.Optional(productStatus),
  taxClass: Type.Optional(taxClass),
  categories: Type.Optional(
    Type.Array(slug, { maxItems: 100, description: 'Slugs of categories that exist' }),
  ),
  categoryPaths: Type.Optional(
    Type.Array(Type.String({ pattern: CATEGORY_PATH, maxLength: 1000 }), {
      maxItems: 20,
      description:
        'Categories by their names from the root, `Clothing > Hoodies`; what doesn’t exist is made',
    }),
  ),
  images: Type.Optional(Type.Array(Type.Object(newImage.properties), { maxItems: 50 })),
  metadata: Type.Optional(givenMetadata),
  sku: text(255),
  variantTitle,
  variantMetadata,
  variantTaxClass,
  options: Type.Optional(stringMap),
  price: Type.Optional(decimal),
  priceAmount: Type.Optional(amount),
  compareAtPrice: Type.Optional(decimal),
  ...variantFields,
});

const anyMembers = Type.Record(Type.String(), Type.Unknown());

export const productImport = object({
  ...importProgress,
  created: Type.Integer({ description: 'Rows that created a variant' }),
  updated: Type.Integer({ description: 'Rows that changed a variant or its product' }),
  unchanged: Type.Integer({ description: 'Rows that matched the catalogue already' }),
  changes: Type.Array(
    object({ row: Type.Integer(), sku: Type.String(), before: anyMembers, after: anyMembers }),
    { description: 'What differs in the first rows that change something, at most five' },
  ),
});

export const IMPORT_EXAMPLE = {
  ...PROGRESS_EXAMPLE,
  created: 49997,
  updated: 1,
  unchanged: 1,
  changes: [{ row: 12, sku: 'TEA-1', before: { priceAmount: 1250 }, after: { priceAmount: 990 } }],
};
