import { type InputOf, type operations, type ResponseOf, refuse } from '@service/contract';
import type { Prisma } from '@service/db';
import type { Context } from '../context.ts';
import { literally } from '../literally.ts';
import { NEWEST_FIRST, readPage } from '../page.ts';
import { belowCategory } from './category-tree.ts';
import { type PresentedProduct, presentProduct, type WholeProduct } from './present.ts';

/** All that belongs to a product, in the order of the positions. */
const WHOLE = {
  variants: { orderBy: [{ position: 'asc' }, { createdAt: 'asc' }, { id: 'asc' }] },
  images: { orderBy: { position: 'asc' } },
  categories: { orderBy: { categoryId: 'asc' } },
} satisfies Prisma.ProductInclude;

/** Refuses with `not_found`. */
export async function getProduct(ctx: Context, productId: string): Promise<PresentedProduct> {
  return presentProduct(await findWhole(ctx, productId));
}

/** Refuses with `not_found`. */
export async function findWhole(ctx: Context, productId: string): Promise<WholeProduct> {
  const product = await ctx.db.product.findFirst({ where: { id: productId }, include: WHOLE });
  return product ?? productNotFound(productId);
}

export function productNotFound(productId: string): never {
  refuse('not_found', `No product ${productId}.`);
}

/** A page of the products that match, drafts included, newest first. */
export async function listProducts(
  ctx: Context,
  { q, status, categoryId, ...page }: InputOf<typeof operations.listProducts>['query'],
): Promise<ResponseOf<typeof operations.listProducts>> {
  const where: Prisma.ProductWhereInput = {
    ...(status ? { status } : {}),
    ...(q
      ? {
          OR: [
            { title: { contains: literally(q), mode: 'insensitive' } },
            { variants: { some: { sku: { startsWith: literally(q), mode: 'insensitive' } } } },
          ],
        }
      : {}),
    ...(categoryId
      ? { categories: { some: { categoryId: { in: await belowCategory(ctx, categoryId) } } } }
      : {}),
  };
  return readPage(page, {
    count: ctx.db.product.count({ where }),
    rows: (range) => ctx.db.product.findMany({ where, include: WHOLE, orderBy: NEWEST_FIRST, ...range }),
    present: presentProduct,
  });
}
