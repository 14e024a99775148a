import { randomUUID } from 'node:crypto';
import { type InputOf, type operations, refuse } from '@service/contract';
import { Prisma, type ProductModel, type VariantModel } from '@service/db';
import { recordingChange, snapshotSql } from '../audit/index.ts';
import { atomically, type Context, inTransaction } from '../context.ts';
import { lowerCase } from '../patch.ts';
import type { StoredImage } from '../pictures/index.ts';
import { assertTaxClasses, isKnownClass, STANDARD_CLASS } from '../taxes/index.ts';
import {
  announceDeliveries,
  payloadSql,
  RECORDED,
  type Recorded,
  recordedAs,
  recordingEvent,
} from '../webhooks/index.ts';
import { insertingVariants, type NewVariant } from './insert-variants.ts';
import { newVariants } from './new-variant.ts';
import { type PresentedProduct, presentProduct } from './present.ts';
import { resolveImages } from './product-images.ts';
import { explainMadeSlug, slugOf } from './slug.ts';

type NewProduct = InputOf<typeof operations.createProduct>['body'];

/** Refuses with `duplicate_slug`, `duplicate_sku`, or `not_found` for a category. Records `product.created`. */
export async function createProduct(ctx: Context, input: NewProduct): Promise<PresentedProduct> {
  const { images = [], categoryIds = [] } = input;
  const classes = classesOf(input);
  const slug = input.slug ?? (await slugOf(input.title, 'product'));
  const product = { ...input, slug };
  // The rows that a product refers to are locked first, and may be refused.
  const creation =
    images.length + categoryIds.length === 0 && classes.every(({ taxClass }) => isKnownClass(taxClass))
      ? atomically(ctx, (inner) => create(inner, product, []))
      : inTransaction(ctx, async (tx) => {
          await assertTaxClasses(tx, classes);
          return create(tx, product, await resolveImages(tx, images));
        });
  return input.slug === undefined ? creation.catch(explainMadeSlug(slug, 'title')) : creation;
}

/** The given tax classes, with their places in the request. */
function classesOf({ taxClass, variants = [] }: NewProduct): { path: string; taxClass: string }[] {
  return [
    ...(taxClass ? [{ path: '/body/taxClass', taxClass }] : []),
    ...variants.flatMap((variant, index) =>
      variant.taxClass ? [{ path: `/body/variants/${index}/taxClass`, taxClass: variant.taxClass }] : [],
    ),
  ];
}

async function create(
  ctx: Context,
  input: NewProduct & { slug: string },
  images: StoredImage[],
): Promise<PresentedProduct> {
  const { title, slug, description = null, status = 'draft', metadata = {} } = input;
  const { taxClass = STANDARD_CLASS } = input;
  const { tenantId } = ctx;
  const times = { createdAt: ctx.now(), updatedAt: ctx.now() };
  const product = {
    ...{ id: randomUUID(), tenantId, title, slug, description, status, taxClass, metadata, version: 1 },
    ...times,
  };
  const categoryIds = [...new Set((input.categoryIds ?? []).map(lowerCase.toStored))].sort();
  const variants = newVariants(input.variants ?? [], { tenantId, productId: product.id, ...times });
  const shown = presentProduct(ctx, {
    ...product,
    variants: variants.map(({ model }) => model as VariantModel),
    images,
    categories: categoryIds.map((categoryId) => ({ categoryId })),
  });
  const currency = await insertProduct(ctx, product, {
    ...{ shown, images, categoryIds },
    variants: variants.map(({ given }) => ({ ...given, productId: product.id })),
  });
  return { ...shown, variants: shown.variants.map((variant) => ({ ...{ currency }, ...variant })) };
}

interface Belongings {
  variants: NewVariant[];
  images: StoredImage[];
  categoryIds: string[];
  /** All of it as it is shown, except for the currency of variants in the store's. */
  shown: PresentedProduct;
}

/**
 * Input: a product and its variants, categories and images. Output: the store's currency. Why one statement: the product, all its
 * parts, `product.created` with its deliveries and the audit record are one trip to the database, and one transaction.
 */
async function insertProduct(
  ctx: Context,
  { id, title, slug, description, status, taxClass, metadata, createdAt }: ProductModel,
  { variants, images, categoryIds, shown }: Belongings,
): Promise<string> {
  const { db, tenantId } = ctx;
  const happened = Prisma.sql`SELECT json_build_object('productId', id) FROM product`;
  const payload = payloadSql(ctx, Prisma.sql`(SELECT product FROM presented)`);
  const audited = recordingChange(ctx, {
    action: 'product.created',
    subject: { type: 'product', id },
    after: inStoreCurrency(snapshotSql(shown)),
  });
  const ofVariants = recordingVariants(ctx);
  const [row] = await db.sql<
    [Recorded & { ofVariants: Recorded['recorded']; currency: string; known: string[] }]
  >`
    WITH product AS (
      INSERT INTO products (tenant_id, id, title, slug, description, status, tax_class, metadata, created_at, updated_at)
      VALUES (${tenantId}::uuid, ${id}::uuid, ${title}, ${slug}, ${description}, ${status}, ${taxClass},
        ${JSON.stringify(metadata)}::jsonb, ${createdAt}, ${createdAt})
      RETURNING id
    ),
    ${categoryIds.length > 0 ? categorising(tenantId, categoryIds) : NO_CATEGORIES},
    ${images.length > 0 ? picturing(tenantId, images) : Prisma.empty}
    ${insertingVariants(ctx, variants)},
    store AS (SELECT currency FROM tenants WHERE id = ${tenantId}::uuid),
    presented AS (SELECT ${inStoreCurrency(Prisma.sql`${JSON.stringify(shown)}::jsonb`)} AS product),
    ${recordingEvent(ctx, 'product.created', happened, { payload })},
    ${ofVariants.queries},
    audited AS (${audited})
    SELECT ${RECORDED}, ${ofVariants.recorded} AS "ofVariants", ARRAY(SELECT id FROM known) AS known, currency FROM store`;
  const { recorded, ofVariants: alsoRecorded, known, currency } = row;
  const unknown = categoryIds.find((categoryId) => !known.includes(categoryId));
  if (unknown) refuse('not_found', `No category ${unknown}.`);
  announceDeliveries(ctx, recorded);
  announceDeliveries(ctx, alsoRecorded);
  return currency;
}

/** Records `variant.created` for the rows that the statement has `created`. */
function recordingVariants(ctx: Context): { queries: Prisma.Sql; recorded: Prisma.Sql } {
  const prefix = 'variant_';
  const happened = Prisma.sql`SELECT json_build_object('variantId', id, 'productId', product_id) FROM created`;
  const variant = Prisma.sql`
    (SELECT variant FROM presented CROSS JOIN jsonb_array_elements(product -> 'variants') variant
     WHERE variant ->> 'id' = recorded.data ->> 'variantId')`;
  return {
    queries: recordingEvent(ctx, 'variant.created', happened, { payload: payloadSql(ctx, variant), prefix }),
    recorded: recordedAs(prefix),
  };
}

/** The lock keeps a category that is being deleted from failing the insert. */
const categorising = (tenantId: string, categoryIds: string[]) => Prisma.sql`
  known AS (
    SELECT id FROM categories WHERE tenant_id = ${tenantId}::uuid AND id = ANY (${categoryIds}::uuid[])
    ORDER BY id FOR KEY SHARE
  ), categorised AS (
    INSERT INTO product_categories (tenant_id, product_id, category_id)
    SELECT ${tenantId}::uuid, product.id, known.id FROM product CROSS JOIN known
    RETURNING tenant_id
  )`;

const NO_CATEGORIES = Prisma.sql`known AS (SELECT NULL::uuid AS id WHERE false)`;

const picturing = (tenantId: string, images: StoredImage[]) => Prisma.sql`
  pictured AS (
    INSERT INTO product_images (tenant_id, product_id, url, alt, picture_id, width, height, position)
    SELECT ${tenantId}::uuid, product.id, image.url, image.alt, image."pictureId", image.width, image.height, image.position - 1
    FROM product CROSS JOIN ROWS FROM (
      json_to_recordset(${JSON.stringify(images)}::json)
        AS (url text, alt text, "pictureId" uuid, width int, height int)
    ) WITH ORDINALITY AS image(url, alt, "pictureId", width, height, position)
    RETURNING tenant_id
  ),`;

/** The currency of variants that are given without one. */
const inStoreCurrency = (shown: Prisma.Sql) => Prisma.sql`
  (SELECT shown || jsonb_build_object('variants', ARRAY(
    SELECT jsonb_build_object('currency', store.currency) || variant FROM jsonb_array_elements(shown -> 'variants') variant
  )) FROM store CROSS JOIN (SELECT ${shown} AS shown) s)`;
