import type { InputOf, operations } from '@service/contract';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { recordEvent } from '../webhooks/index.ts';
import type { PresentedProduct } from './present.ts';
import { getProduct } from './read-product.ts';
import { slugOf } from './slug.ts';
import { replaceCategories, replaceImages } from './update-product.ts';
import { insertVariants } from './variants.ts';

type NewProduct = InputOf<typeof operations.createProduct>['body'];

/** Refuses with `duplicate_slug`, `duplicate_sku`, or `not_found` for a category. Records `product.created`. */
export async function createProduct(ctx: Context, input: NewProduct): Promise<PresentedProduct> {
  return inTransaction(ctx, (tx) => insertProduct(tx, input));
}

async function insertProduct(tx: Transaction, input: NewProduct): Promise<PresentedProduct> {
  const product = await tx.db.product.create({
    data: {
      tenantId: tx.tenantId,
      title: input.title,
      slug: input.slug ?? (await slugOf(input.title, 'product')),
      description: input.description ?? null,
      status: input.status ?? 'draft',
      createdAt: tx.now(),
      updatedAt: tx.now(),
    },
  });
  const variants = (input.variants ?? []).map((variant) => ({ ...variant, productId: product.id }));
  await insertVariants(tx, variants);
  if (input.categoryIds?.length) await replaceCategories(tx, product.id, input.categoryIds);
  if (input.images?.length) await replaceImages(tx, product.id, input.images);
  await recordEvent(tx, 'product.created', { productId: product.id });
  const after = await getProduct(tx, product.id);
  const subject = { type: 'product', id: product.id };
  await recordChange(tx, { action: 'product.created', subject, after });
  return after;
}
