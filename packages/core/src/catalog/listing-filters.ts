import { Prisma } from '@service/db';
import type { Context } from '../context.ts';
import { keyOf } from './listing-order.ts';

export interface ListingFilters {
  q?: string | undefined;
  category?: string | undefined;
  priceMin?: number | undefined;
  priceMax?: number | undefined;
  option?: string | string[] | undefined;
  available?: boolean | undefined;
  /** The products that a search engine found for `q`, best first. */
  foundIds?: readonly string[] | undefined;
}

/** A filter that no order of the list has an index for. */
export interface Source {
  /** The products that match, as `product_id`, some of them twice. Those of a search have a `created_at` and a `rank`. */
  found: Prisma.Sql;
  /** If `found` has no more rows than this, these are all. */
  limit: number;
  /** The same as a condition of the listing `l`; where one variant has to meet several, with `variantCondition`. */
  isMet: Prisma.Sql;
}

/**
 * Up to this many products are looked up one by one, each in its table. If there are more, enough matches are found along the
 * order of the list.
 */
export const MATCH_LIMIT = 1000;

/** The limit of the scan of categories' index. */
const CATEGORY_LIMIT = 20_000;

const LIMIT = Prisma.sql`${MATCH_LIMIT + 1}::int`;

/** Conditions of the listing `l` that Postgres has an index for, or that cost nothing in the index of an order. */
export function ownConditions(ctx: Context, { priceMin, priceMax, available }: ListingFilters): Prisma.Sql {
  const all = [Prisma.sql`l.tenant_id = ${ctx.tenantId}::uuid AND l.status = 'published'`];
  if (priceMin !== undefined) all.push(Prisma.sql`l.price_to >= ${priceMin}::bigint`);
  if (priceMax !== undefined) all.push(Prisma.sql`${keyOf('price')} <= ${priceMax}::bigint`);
  if (available !== undefined) all.push(Prisma.sql`l.is_available = ${available}`);
  return Prisma.join(all, ' AND ');
}

/**
 * The conditions that one and the same variant has to meet, where the listing doesn't contain them all; undefined: it does. Why
 * OFFSET 0, here and below: the condition stays a condition on each row. As a join Postgres might begin with it, and read all
 * variants of the store.
 */
export function variantCondition(ctx: Context, filters: ListingFilters): Prisma.Sql | undefined {
  const { priceMin, priceMax, available } = filters;
  const all = optionPairs(filters).map((pair) => Prisma.sql`v.options @> ${JSON.stringify(pair)}::jsonb`);
  if (priceMin !== undefined) all.push(Prisma.sql`v.price_amount >= ${priceMin}::bigint`);
  if (priceMax !== undefined) all.push(Prisma.sql`v.price_amount <= ${priceMax}::bigint`);
  if (available) all.push(Prisma.sql`(v.allow_backorder OR v.stock_quantity > v.reserved)`);
  if (all.length < 2) return undefined;
  const exists = Prisma.sql`EXISTS (
    SELECT FROM variants v
    WHERE v.tenant_id = ${ctx.tenantId}::uuid AND v.product_id = l.product_id AND ${Prisma.join(all, ' AND ')} OFFSET 0)`;
  // A variant of the cheapest or dearest price between the two prices meets it too.
  return all.length === 2 && priceMin !== undefined && priceMax !== undefined
    ? Prisma.sql`(l.price_from >= ${priceMin}::bigint OR l.price_to <= ${priceMax}::bigint OR ${exists})`
    : exists;
}

function optionPairs({ option }: ListingFilters): Record<string, string>[] {
  return [option ?? []].flat().map((wanted) => {
    const colon = wanted.indexOf(':');
    return { [wanted.slice(0, colon)]: wanted.slice(colon + 1) };
  });
}

/** Queries for the WITH RECURSIVE of a statement: `asked`, the search, and `below`, the categories. */
export function preparations(ctx: Context, { q, category, foundIds }: ListingFilters): Prisma.Sql[] {
  const asked = Prisma.sql`asked AS MATERIALIZED (
    SELECT ${queryOf(q ?? '')} AS query FROM tenants t WHERE t.id = ${ctx.tenantId}::uuid)`;
  const below = Prisma.sql`below AS (
    SELECT id FROM categories WHERE tenant_id = ${ctx.tenantId}::uuid AND slug = ${category}
    UNION ALL
    SELECT c.id FROM below JOIN categories c ON c.tenant_id = ${ctx.tenantId}::uuid AND c.parent_id = below.id)`;
  return [...(q === undefined || foundIds ? [] : [asked]), ...(category === undefined ? [] : [below])];
}

/** The filters that no order of the list has an index for; those that rank come first. */
export function sourcesOf(
  ctx: Context,
  { q, category, option, foundIds }: ListingFilters,
  isRanked: boolean,
): Source[] {
  const sources: Source[] = [];
  if (foundIds)
    sources.push({
      found: Prisma.sql`
        SELECT id AS product_id, 1 / place::float8 AS rank FROM unnest(${foundIds}::uuid[]) WITH ORDINALITY AS found(id, place)`,
      limit: MATCH_LIMIT,
      isMet: Prisma.sql`l.product_id = ANY (${foundIds}::uuid[])`,
    });
  else if (q !== undefined)
    sources.push({
      found: Prisma.sql`
        SELECT f.* FROM asked CROSS JOIN LATERAL found_by_text(asked.query, ${q}, ${LIMIT}, ${isRanked}) f`,
      limit: MATCH_LIMIT,
      isMet: Prisma.sql`EXISTS (
        SELECT FROM product_search s
        WHERE s.tenant_id = ${ctx.tenantId}::uuid AND s.product_id = l.product_id AND s.words @@ (SELECT query FROM asked)
        OFFSET 0)`,
    });
  if (category !== undefined)
    sources.push({
      found: Prisma.sql`
        SELECT product_id, NULL::float8 AS rank FROM product_categories
        WHERE tenant_id = ${ctx.tenantId}::uuid AND category_id = ANY (ARRAY(SELECT id FROM below))
        LIMIT ${CATEGORY_LIMIT + 1}::int`,
      limit: CATEGORY_LIMIT,
      // The categories of the product first, which are few: there may be a thousand below.
      isMet: Prisma.sql`EXISTS (
        SELECT FROM (
          SELECT c.category_id FROM product_categories c
          WHERE c.tenant_id = ${ctx.tenantId}::uuid AND c.product_id = l.product_id OFFSET 0
        ) c
        WHERE c.category_id = ANY (ARRAY(SELECT id FROM below)) OFFSET 0)`,
    });
  if (option !== undefined)
    sources.push({
      found: Prisma.sql`
        SELECT product_id, NULL::float8 AS rank
        FROM found_by_options(${JSON.stringify(Object.assign({}, ...optionPairs({ option })))}::jsonb, ${LIMIT})`,
      limit: MATCH_LIMIT,
      isMet: Prisma.sql`l.option_values @> ${[option].flat()}::text[]`,
    });
  return sources;
}

/**
 * All the words, each as it begins or as the language of the store `t` has it. Nothing but letters and digits gets into
 * the query, so its syntax can't break.
 */
function queryOf(q: string): Prisma.Sql {
  const words = (q.match(/[\p{L}\p{N}]+/gu) ?? []).map(
    (word) =>
      Prisma.sql`(to_tsquery('simple', ${`${word}:*`}) || plainto_tsquery(search_config(t.locale), ${word}))`,
  );
  return words.length > 0 ? Prisma.join(words, ' && ') : Prisma.sql`''::tsquery`;
}
