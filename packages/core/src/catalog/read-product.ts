import { type InputOf, type operations, type ResponseOf, refuse } from '@service/contract';
import { Prisma } from '@service/db';
import type { Context } from '../context.ts';
import { INDEX_LIMIT, isInTrigrams, readFoundPage, type Search, sortings } from '../found-page.ts';
import { metadataSearches } from '../metadata.ts';
import { belowCategory } from './category-tree.ts';
import { type PresentedProduct, presentProduct, type WholeProduct } from './present.ts';

/** All parts of a product, in the order of the positions. */
const WHOLE = {
  variants: { orderBy: [{ position: 'asc' }, { createdAt: 'asc' }, { id: 'asc' }] },
  images: { orderBy: { position: 'asc' } },
  categories: { orderBy: { categoryId: 'asc' } },
} satisfies Prisma.ProductInclude;

/** Refuses with `not_found`. */
export async function getProduct(ctx: Context, productId: string): Promise<PresentedProduct> {
  return presentProduct(ctx, await findWhole(ctx, productId));
}

/** Refuses with `not_found`. */
export async function findWhole(ctx: Context, productId: string): Promise<WholeProduct> {
  const product = await ctx.db.product.findFirst({ where: { id: productId }, include: WHOLE });
  return product ?? productNotFound(productId);
}

export function productNotFound(productId: string): never {
  refuse('not_found', `No product ${productId}.`);
}

const SORTINGS = sortings({
  updatedAt: { key: Prisma.sql`t.updated_at`, type: 'timestamptz' },
  title: {
    key: Prisma.sql`t.sort_title`,
    type: 'text',
    from: Prisma.sql`(
      SELECT l.tenant_id, l.product_id AS id, l.sort_title, l.status, l.created_at, p.title, p.metadata
      FROM product_listings l JOIN products p ON p.tenant_id = l.tenant_id AND p.id = l.product_id
    )`,
  },
});

/** A page of the products that match, drafts included, newest first unless the query says otherwise. */
export async function listProducts(
  ctx: Context,
  { q, status, categoryId, metadata, sort, ...page }: InputOf<typeof operations.listProducts>['query'],
): Promise<ResponseOf<typeof operations.listProducts>> {
  return readFoundPage(ctx, page, {
    table: 'products',
    conditions: status === undefined ? [] : [Prisma.sql`t.status = ${status}`],
    searches: [
      ...(q === undefined ? [] : [byText(ctx, q)]),
      ...(categoryId === undefined ? [] : [byCategory(ctx, await belowCategory(ctx, categoryId))]),
      ...metadataSearches('products', metadata),
    ],
    sorting: sort && SORTINGS[sort],
    rows: (ids) => ctx.db.product.findMany({ where: { id: { in: ids } }, include: WHOLE }),
    present: (product: WholeProduct) => presentProduct(ctx, product),
  });
}

/** A part of the title, or the beginning of a SKU. */
function byText({ tenantId }: Context, q: string): Search {
  return {
    found: isInTrigrams(q)
      ? Prisma.sql`SELECT id FROM found_products(${q}, ${INDEX_LIMIT + 1}::int)`
      : undefined,
    isMet: Prisma.sql`(t.title ILIKE like_part(${q}) OR EXISTS (
      SELECT FROM variants v
      WHERE v.tenant_id = ${tenantId}::uuid AND v.product_id = t.id AND lower(v.sku) LIKE substr(like_part(${q}), 2) OFFSET 0))`,
    isJoined: true,
  };
}

function byCategory(ctx: Context, below: string[]): Search {
  return {
    found: Prisma.sql`
      SELECT c.product_id AS id FROM product_categories c
      WHERE c.tenant_id = ${ctx.tenantId}::uuid AND c.category_id = ANY (${below}::uuid[]) LIMIT ${INDEX_LIMIT + 1}::int`,
    // The categories of the product first, which are few: there may be a thousand below.
    isMet: Prisma.sql`EXISTS (
      SELECT FROM (
        SELECT c.category_id FROM product_categories c
        WHERE c.tenant_id = ${ctx.tenantId}::uuid AND c.product_id = t.id OFFSET 0
      ) c
      WHERE c.category_id = ANY (${below}::uuid[]) OFFSET 0)`,
    isQuick: true,
  };
}
