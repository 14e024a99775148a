import { type InputOf, type operations, refuse } from '@service/contract';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { lockRow } from '../lock-row.ts';
import { applyPatch, changesOf, differing, lowerCase } from '../patch.ts';
import { presentImage, type StoredImage } from '../pictures/index.ts';
import { assertTaxClasses } from '../taxes/index.ts';
import { recordEvent, recordEvents } from '../webhooks/index.ts';
import { PRODUCT, type PresentedProduct, presentProduct, type WholeProduct } from './present.ts';
import { resolveImages } from './product-images.ts';
import { replaceCategories, replaceImages } from './product-links.ts';
import { findWhole, getProduct, productNotFound } from './read-product.ts';

type ProductPatch = InputOf<typeof operations.updateProduct>['body'];

/**
 * An absent field keeps its value. Refuses with `not_found` or `duplicate_slug`. Records
 * `product.updated` once when something changed.
 */
export async function updateProduct(
  ctx: Context,
  productId: string,
  patch: ProductPatch,
): Promise<PresentedProduct> {
  return inTransaction(ctx, (tx) => patchProduct(tx, productId, patch));
}

/** Publishing a published product changes nothing. */
export function publishProduct(ctx: Context, productId: string): Promise<PresentedProduct> {
  return updateProduct(ctx, productId, { status: 'published' });
}

async function patchProduct(
  tx: Transaction,
  productId: string,
  patch: ProductPatch,
): Promise<PresentedProduct> {
  const row = await lockProduct(tx, productId);
  await assertTaxClasses(tx, [{ path: '/body/taxClass', taxClass: patch.taxClass }]);
  const images = patch.images && (await resolveImages(tx, patch.images));
  const present = (product: WholeProduct) => presentProduct(tx, product);
  const after = await applyPatch(tx, {
    action: 'product.updated',
    subject: { type: 'product', id: productId },
    row,
    changes: { ...PRODUCT.changesOf(row, patch), ...linkChanges(tx, present(row), patch, images) },
    present,
    write: async ({ categoryIds, images: changed, ...columns }) => {
      await tx.db.product.updateMany({
        where: { id: productId },
        data: { ...columns, version: { increment: 1 }, updatedAt: tx.now() },
      });
      if (columns.slug) await keepOldSlug(tx, productId, row.slug, columns.slug);
      if (categoryIds) {
        await lockCategories(tx, categoryIds);
        await replaceCategories(tx, [{ productId, categoryIds }]);
      }
      if (changed && images) await replaceImages(tx, [{ productId, images }]);
      const after = await findWhole(tx, productId);
      await recordEvent(
        tx,
        'product.updated',
        { productId },
        { changes: changesOf(present(row), present(after)) },
      );
      if (columns.status)
        await recordEvent(
          tx,
          columns.status === 'published' ? 'product.published' : 'product.unpublished',
          { productId },
          { changes: [{ name: 'status', before: row.status, after: columns.status }] },
        );
      return after;
    },
  });
  return present(after);
}

/**
 * Replaces an image on another host by a picture of the store, and keeps its text and place. Does nothing where the product
 * doesn't have it any more, or is deleted.
 */
export async function replaceImageUrl(
  tx: Transaction,
  productId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const isThere = await tx.db.product.count({ where: { id: productId } });
  if (isThere === 0) return;
  const { images } = presentProduct(tx, await lockProduct(tx, productId));
  const replaced = images.map(({ url, alt }) => ({ url: url === from ? to : url, alt }));
  await patchProduct(tx, productId, { images: replaced });
}

/** The lock comes before the comparison: of parallel equal changes the second finds nothing to do. */
async function lockProduct(tx: Transaction, productId: string): Promise<WholeProduct> {
  await lockRow(tx, 'products', productId);
  return findWhole(tx, productId);
}

function linkChanges(
  tx: Transaction,
  before: PresentedProduct,
  { categoryIds }: ProductPatch,
  images: readonly StoredImage[] | undefined,
) {
  return differing(before, {
    ...(categoryIds ? { categoryIds: [...new Set(categoryIds.map(lowerCase.toStored))].sort() } : {}),
    ...(images ? { images: images.map((image) => presentImage(tx, image)) } : {}),
  });
}

/** The storefront redirects from a former slug until another product takes it. */
async function keepOldSlug(tx: Transaction, productId: string, old: string, current: string): Promise<void> {
  await tx.db.productSlug.deleteMany({ where: { slug: { in: [old, current] } } });
  await tx.db.productSlug.create({ data: { tenantId: tx.tenantId, slug: old, productId } });
}

/**
 * Refuses with `not_found` for a category that isn't one of this store. The lock keeps one that is being deleted from
 * failing the insert.
 */
async function lockCategories(tx: Transaction, categoryIds: readonly string[]): Promise<void> {
  const found = await tx.db.sql<{ id: string }[]>`
    SELECT id FROM categories WHERE tenant_id = ${tx.tenantId}::uuid AND id = ANY (${categoryIds}::uuid[])
    ORDER BY id FOR KEY SHARE`;
  const known = new Set(found.map(({ id }) => id));
  const unknown = categoryIds.find((id) => !known.has(id));
  if (unknown) refuse('not_found', `No category ${unknown}.`);
}

/** Refuses with `not_found`. Records `product.deleted`. */
export function deleteProduct(ctx: Context, productId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const before = await getProduct(tx, productId);
    const { count } = await tx.db.product.deleteMany({ where: { id: productId } });
    if (count === 0) productNotFound(productId);
    await recordEvent(tx, 'product.deleted', { productId }, { object: before });
    const variants = new Map(before.variants.map((variant) => [variant.id, variant]));
    await recordEvents(
      tx,
      'variant.deleted',
      [...variants.keys()].map((variantId) => ({ variantId, productId })),
      ({ variantId }) => ({ object: variants.get(variantId) }),
    );
    const subject = { type: 'product', id: productId };
    await recordChange(tx, { action: 'product.deleted', subject, before });
  });
}
