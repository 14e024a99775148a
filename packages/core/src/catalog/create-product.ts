import { randomUUID } from 'node:crypto';
import { type InputOf, type operations, refuse } from '@service/contract';
import { Prisma, type ProductModel, type VariantModel } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { lowerCase } from '../patch.ts';
import type { StoredImage } from '../pictures/index.ts';
import { enqueueDue, RECORDED, type RecordedDeliveries, recordingEvent } from '../webhooks/index.ts';
import { insertingVariants } from './insert-variants.ts';
import { type PresentedProduct, presentProduct } from './present.ts';
import { resolveImages } from './product-images.ts';
import { explainMadeSlug, slugOf } from './slug.ts';
import { AS_MODEL } from './variant-columns.ts';

type NewProduct = InputOf<typeof operations.createProduct>['body'];

interface Belongings {
  variants: NonNullable<NewProduct['variants']>;
  images: StoredImage[];
  categoryIds: string[];
}

/** Refuses with `duplicate_slug`, `duplicate_sku`, or `not_found` for a category. Records `product.created`. */
export async function createProduct(ctx: Context, input: NewProduct): Promise<PresentedProduct> {
  const { title, description = null, status = 'draft', metadata = {} } = input;
  const { variants = [], images = [], categoryIds = [] } = input;
  const slug = input.slug ?? (await slugOf(title, 'product'));
  const related = {
    variants,
    categoryIds: [...new Set(categoryIds.map(lowerCase.toStored))].sort(),
  };
  const creation = inTransaction(ctx, async (tx) => {
    const { tenantId, now } = tx;
    const times = { createdAt: now(), updatedAt: now() };
    const fields = { title, slug, description, status, metadata };
    const product = { id: randomUUID(), tenantId, ...fields, version: 1, ...times };
    const belongings = { ...related, images: await resolveImages(tx, images) };
    const created = await insertProduct(tx, product, belongings);
    const after = presentProduct(tx, {
      ...product,
      variants: created,
      images: belongings.images,
      categories: belongings.categoryIds.map((categoryId) => ({ categoryId })),
    });
    const subject = { type: 'product', id: product.id };
    await recordChange(tx, { action: 'product.created', subject, after });
    return after;
  });
  return input.slug === undefined ? creation.catch(explainMadeSlug(slug, 'title')) : creation;
}

/** Beside each variant; without variants one row, of nulls. */
type Row = { [C in keyof VariantModel]: VariantModel[C] | null } & RecordedDeliveries & {
    known: string[];
  };

/**
 * Input: a product and what belongs to it. Output: its variants, in order. Why one statement: the product, all that
 * belongs to it, `product.created` and its deliveries are one trip to the database. The lock keeps a category that is
 * being deleted from failing the insert.
 */
async function insertProduct(
  tx: Transaction,
  { id, title, slug, description, status, metadata, createdAt }: ProductModel,
  { variants, images, categoryIds }: Belongings,
): Promise<VariantModel[]> {
  const { db, tenantId } = tx;
  const given = variants.map((variant, position) => ({ position, ...variant, productId: id }));
  const happened = Prisma.sql`SELECT json_build_object('productId', id) FROM product`;
  const rows = await db.sql<Row[]>`
    WITH product AS (
      INSERT INTO products (tenant_id, id, title, slug, description, status, metadata, created_at, updated_at)
      VALUES (${tenantId}::uuid, ${id}::uuid, ${title}, ${slug}, ${description}, ${status},
        ${JSON.stringify(metadata)}::jsonb, ${createdAt}, ${createdAt})
      RETURNING id
    ), known AS (
      SELECT id FROM categories WHERE tenant_id = ${tenantId}::uuid AND id = ANY (${categoryIds}::uuid[])
      ORDER BY id FOR KEY SHARE
    ), categorised AS (
      INSERT INTO product_categories (tenant_id, product_id, category_id)
      SELECT ${tenantId}::uuid, product.id, known.id FROM product CROSS JOIN known
    ), pictured AS (
      INSERT INTO product_images (tenant_id, product_id, url, alt, picture_id, width, height, position)
      SELECT ${tenantId}::uuid, product.id, image.url, image.alt, image."pictureId", image.width, image.height, image.position - 1
      FROM product CROSS JOIN ROWS FROM (
        json_to_recordset(${JSON.stringify(images)}::json)
          AS (url text, alt text, "pictureId" uuid, width int, height int)
      ) WITH ORDINALITY AS image(url, alt, "pictureId", width, height, position)
    ),
    ${insertingVariants(tx, given)},
    ${recordingEvent(tx, 'product.created', happened)}
    SELECT ${RECORDED}, ARRAY(SELECT id FROM known) AS known, ${AS_MODEL}
    FROM product LEFT JOIN created v ON true
    ORDER BY v.position, v.id`;
  const [{ due = [], pulled = [], known = [] } = {}] = rows;
  const unknown = categoryIds.find((categoryId) => !known.includes(categoryId));
  if (unknown) refuse('not_found', `No category ${unknown}.`);
  enqueueDue(tx, { due, pulled });
  return rows.flatMap(({ due: _due, pulled: _pulled, known: _known, ...variant }) =>
    variant.id === null ? [] : [variant as VariantModel],
  );
}
