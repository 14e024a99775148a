import type { InputOf, operations, ResponseOf } from '@service/contract';
import { Prisma } from '@service/db';
import type { Context } from '../context.ts';
import { rangeOf } from '../page.ts';

type StoreQuery = InputOf<typeof operations.listStoreProducts>['query'];
type StorePage = ResponseOf<typeof operations.listStoreProducts>;

/**
 * Input: the storefront's filters, sort and page. Output: that page of published products, and how many match in all.
 * Why one statement that returns JSON: the page, its prices and its pictures come in one trip, and rows of a list
 * needn't be made into objects only to be written as JSON again.
 */
export async function listStoreProducts(ctx: Context, query: StoreQuery): Promise<StorePage> {
  const { page, pageSize } = query;
  const { skip, take } = rangeOf(query);
  const where = conditions(ctx, query);
  const [found] = await ctx.db.$queryRaw<Pick<StorePage, 'items' | 'total'>[]>`
    SELECT (SELECT count(*)::int FROM products p WHERE ${where}) AS total,
      (
        SELECT coalesce(json_agg(json_build_object(
          'id', p.id, 'slug', p.slug, 'title', p.title, 'image', image.shown, 'priceFrom', offer.price_from,
          'priceTo', offer.price_to, 'currency', offer.currency, 'available', offer.available
        ) ORDER BY p.place), '[]')
        FROM (
          SELECT p.id, p.slug, p.title, row_number() OVER () AS place
          FROM (
            SELECT p.id, p.slug, p.title FROM products p WHERE ${where}
            ORDER BY ${order(ctx, query)} LIMIT ${take}::int OFFSET ${skip}::int
          ) p
        ) p
        CROSS JOIN LATERAL (
          SELECT min(v.price_amount) AS price_from, max(v.price_amount) AS price_to, min(v.currency) AS currency,
            coalesce(bool_or(v.allow_backorder OR v.stock_quantity > v.reserved), false) AS available
          FROM variants v WHERE v.tenant_id = ${ctx.tenantId}::uuid AND v.product_id = p.id
        ) offer
        LEFT JOIN LATERAL (
          SELECT json_build_object('url', i.url, 'alt', i.alt) AS shown FROM product_images i
          WHERE i.tenant_id = ${ctx.tenantId}::uuid AND i.product_id = p.id ORDER BY i.position LIMIT 1
        ) image ON true
      ) AS items`;
  return { items: found?.items ?? [], total: found?.total ?? 0, page, pageSize };
}

/** What the product `p` has to meet. */
function conditions(ctx: Context, query: StoreQuery): Prisma.Sql {
  const { q, category, available } = query;
  const all = [Prisma.sql`p.tenant_id = ${ctx.tenantId}::uuid AND p.status = 'published'`];
  if (q !== undefined) all.push(matches(q));
  if (category !== undefined) all.push(isInCategory(ctx, category));
  const ofVariant = variantConditions(query);
  if (ofVariant.length > 0) all.push(Prisma.sql`EXISTS (${variants(ctx, ofVariant)})`);
  if (available === false) all.push(Prisma.sql`NOT EXISTS (${variants(ctx, [ORDERABLE])})`);
  return Prisma.join(all, ' AND ');
}

const ORDERABLE = Prisma.sql`(v.allow_backorder OR v.stock_quantity > v.reserved)`;

/** What one and the same variant `v` of the product has to meet. */
function variantConditions({ priceMin, priceMax, option, available }: StoreQuery): Prisma.Sql[] {
  const all: Prisma.Sql[] = [];
  if (priceMin !== undefined) all.push(Prisma.sql`v.price_amount >= ${priceMin}::bigint`);
  if (priceMax !== undefined) all.push(Prisma.sql`v.price_amount <= ${priceMax}::bigint`);
  for (const wanted of [option ?? []].flat()) {
    const colon = wanted.indexOf(':');
    const pair = JSON.stringify({ [wanted.slice(0, colon)]: wanted.slice(colon + 1) });
    all.push(Prisma.sql`v.options @> ${pair}::jsonb`);
  }
  if (available) all.push(ORDERABLE);
  return all;
}

function variants(ctx: Context, ofVariant: readonly Prisma.Sql[]): Prisma.Sql {
  return Prisma.sql`
    SELECT FROM variants v
    WHERE v.tenant_id = ${ctx.tenantId}::uuid AND v.product_id = p.id AND ${Prisma.join([...ofVariant], ' AND ')}`;
}

function isInCategory(ctx: Context, slug: string): Prisma.Sql {
  return Prisma.sql`p.id IN (
    SELECT product_id FROM product_categories WHERE tenant_id = ${ctx.tenantId}::uuid AND category_id IN (
      WITH RECURSIVE below AS (
        SELECT id FROM categories WHERE tenant_id = ${ctx.tenantId}::uuid AND slug = ${slug}
        UNION ALL
        SELECT c.id FROM below JOIN categories c ON c.tenant_id = ${ctx.tenantId}::uuid AND c.parent_id = below.id
      )
      SELECT id FROM below
    )
  )`;
}

/** The text of the index `products_search_partial`, letter by letter: otherwise Postgres doesn't use it. */
const WORDS = Prisma.sql`to_tsvector('simple', p.title || ' ' || coalesce(p.description, ''))`;

/** Whole words and beginnings of words, all of them; or a title that is spelt nearly so. */
function matches(q: string): Prisma.Sql {
  return Prisma.sql`(${WORDS} @@ to_tsquery('simple', ${prefixQuery(q)}) OR ${q} <% p.title)`;
}

/** "Green t" → "green:* & t:*"; nothing but letters and digits gets in, so the syntax can't break. */
function prefixQuery(q: string): string {
  return (q.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `${word}:*`).join(' & ');
}

function order(ctx: Context, { q, sort = q === undefined ? 'newest' : 'relevance' }: StoreQuery): Prisma.Sql {
  const newest = Prisma.sql`p.created_at DESC, p.id DESC`;
  const price = Prisma.sql`(
    SELECT min(v.price_amount) FROM variants v WHERE v.tenant_id = ${ctx.tenantId}::uuid AND v.product_id = p.id
  )`;
  if (sort === 'price') return Prisma.sql`${price} ASC NULLS LAST, ${newest}`;
  if (sort === '-price') return Prisma.sql`${price} DESC NULLS LAST, ${newest}`;
  if (sort === 'title') return Prisma.sql`lower(p.title) ASC, ${newest}`;
  if (sort === '-title') return Prisma.sql`lower(p.title) DESC, ${newest}`;
  if (sort === 'newest' || q === undefined) return newest;
  return Prisma.sql`
    ts_rank(${WORDS}, to_tsquery('simple', ${prefixQuery(q)})) + word_similarity(${q}, p.title) DESC, ${newest}`;
}
