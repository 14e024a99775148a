import type { InputOf, operations } from '@service/contract';
import type { Prisma } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { refuseDuplicate } from '../unique-violation.ts';
import { recordEvent } from '../webhooks/index.ts';
import { type PresentedProduct, presentProduct } from './present.ts';

type NewProduct = InputOf<typeof operations.createProduct>['body'];
type NewVariant = NonNullable<NewProduct['variants']>[number];

/** Refuses with `duplicate_slug` or `duplicate_sku`. Records `product.created`. */
export async function createProduct(ctx: Context, input: NewProduct): Promise<PresentedProduct> {
  try {
    return await inTransaction(ctx, (tx) => insertProduct(tx, input));
  } catch (error) {
    refuseDuplicate(error, {
      slug: ['duplicate_slug', 'Another product of this store has this slug.'],
      sku: ['duplicate_sku', 'Another variant of this store has this SKU.'],
    });
  }
}

async function insertProduct(tx: Transaction, input: NewProduct): Promise<PresentedProduct> {
  const { currency } = await tx.db.tenant.findUniqueOrThrow({
    where: { id: tx.tenantId },
    select: { currency: true },
  });
  const product = await tx.db.product.create({
    data: {
      tenantId: tx.tenantId,
      title: input.title,
      slug: input.slug ?? slugOf(input.title),
      description: input.description ?? null,
      status: input.status ?? 'draft',
      createdAt: tx.now(),
      updatedAt: tx.now(),
    },
  });
  const variants = await tx.db.variant.createManyAndReturn({
    data: (input.variants ?? []).map((variant, index) => ({
      tenantId: tx.tenantId,
      productId: product.id,
      ...variantColumns(variant, currency, index),
    })),
  });
  await recordEvent(tx, 'product.created', { productId: product.id });
  const presented = presentProduct(product, variants);
  const subject = { type: 'product', id: product.id };
  await recordChange(tx, { action: 'product.created', subject, after: presented });
  return presented;
}

function variantColumns(variant: NewVariant, tenantCurrency: string, index: number) {
  return {
    sku: variant.sku,
    title: variant.title ?? null,
    options: (variant.options ?? {}) as Prisma.InputJsonObject,
    priceAmount: BigInt(variant.priceAmount),
    currency: (variant.currency ?? tenantCurrency).toUpperCase(),
    compareAtAmount: bigintOrNull(variant.compareAtAmount),
    stockQuantity: BigInt(variant.stockQuantity ?? 0),
    allowBackorder: variant.allowBackorder ?? false,
    weightGrams: bigintOrNull(variant.weightGrams),
    lengthMm: bigintOrNull(variant.lengthMm),
    widthMm: bigintOrNull(variant.widthMm),
    heightMm: bigintOrNull(variant.heightMm),
    position: BigInt(variant.position ?? index),
  };
}

function bigintOrNull(value: number | null | undefined): bigint | null {
  return value === null || value === undefined ? null : BigInt(value);
}

/** "Crème brûlée!" → "creme-brulee"; a title without a Latin letter or digit gets "product". */
function slugOf(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const slug = plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 255)
    .replace(/^-+|-+$/g, '');
  return slug || 'product';
}
