import type { operations, ResponseOf } from '@service/contract';
import { PLANNED_BY_VALUES, Prisma } from '@service/db';
import type { Context } from '../context.ts';
import { askEngine } from './ask-engine.ts';
import type { ListingFilters } from './listing-filters.ts';
import { searchListings } from './listing-search.ts';

type Facets = ResponseOf<typeof operations.getStoreProductFacets>;

/** Enough to choose by, and quick. */
const COUNTED = 1000;
/** Their width is a round number, as in €10 to €19.99, so that they may be fewer, or one more. */
const RANGES = 5;

/**
 * Input: the storefront's filters. Output: how many of the products that match are in each category, have each option and price
 * range, and can be ordered; of many, the newest count. Why LATERAL: Postgres can't know how few they are, and would read all
 * listings and links of the store.
 */
export async function countFacets(ctx: Context, given: ListingFilters): Promise<Facets> {
  const filters = await askEngine(ctx, given);
  const search = searchListings(ctx, filters);
  // Many products of a category are skipped, which is fast in the index alone.
  const columns = filters.category === undefined ? ['price_from', 'is_available', 'option_values'] : [];
  const rows = search.rows({ order: 'newest', skip: 0, take: COUNTED + 1, columns });
  const first = Prisma.sql`SELECT * FROM rows LIMIT ${COUNTED}::int`;
  const counted =
    columns.length > 0
      ? first
      : Prisma.sql`
        SELECT l.* FROM (${first}) r CROSS JOIN LATERAL (
          SELECT * FROM product_listings l WHERE l.tenant_id = ${ctx.tenantId}::uuid AND l.product_id = r.product_id LIMIT 1
        ) l`;
  const isWindowFull = search.windowSize
    ? Prisma.sql`(SELECT count(*) FROM (${search.window({ order: 'newest' })}) l) = ${search.windowSize}`
    : Prisma.sql`false`;
  const [facets] = await ctx.db.sql<[Facets]>`
    ${Prisma.raw(PLANNED_BY_VALUES)}
    WITH RECURSIVE ${Prisma.join([...search.queries, Prisma.sql`rows AS MATERIALIZED (${rows})`], ', ')},
    counted AS MATERIALIZED (${counted}), placed AS (
      SELECT l.product_id, c.category_id FROM counted l
      CROSS JOIN LATERAL (
        SELECT c.category_id FROM product_categories c
        WHERE c.tenant_id = ${ctx.tenantId}::uuid AND c.product_id = l.product_id OFFSET 0
      ) c
      UNION
      SELECT placed.product_id, c.parent_id FROM placed
      JOIN categories c ON c.tenant_id = ${ctx.tenantId}::uuid AND c.id = placed.category_id AND c.parent_id IS NOT NULL
    ), prices AS (
      SELECT (magnitude * CASE WHEN least_width <= magnitude THEN 1 WHEN least_width <= 2 * magnitude THEN 2
        WHEN least_width <= 5 * magnitude THEN 5 ELSE 10 END)::bigint AS width
      FROM (
        SELECT greatest(1, (max(price_from) - min(price_from) + 1) / ${RANGES}::numeric) AS least_width FROM counted
      ) spread CROSS JOIN LATERAL (SELECT power(10, floor(log(least_width))) AS magnitude) m
    )
    SELECT (SELECT count(*) FROM counted)::int AS total, (SELECT count(*) FROM rows) > ${COUNTED}::int OR ${isWindowFull} AS "isTotalCapped",
      (
        SELECT coalesce(json_agg(each), '[]') FROM (
          SELECT c.slug, c.name, count(*)::int AS count FROM placed
          JOIN categories c ON c.tenant_id = ${ctx.tenantId}::uuid AND c.id = placed.category_id
          GROUP BY c.slug, c.name ORDER BY count(*) DESC, c.slug LIMIT 100
        ) each
      ) AS categories,
      (
        SELECT coalesce(json_agg(each), '[]') FROM (
          SELECT split_part(pair, ':', 1) AS name, substr(pair, position(':' IN pair) + 1) AS value, count(*)::int AS count
          FROM counted CROSS JOIN LATERAL unnest(option_values) AS pair
          GROUP BY pair ORDER BY count(*) DESC, pair LIMIT 200
        ) each
      ) AS options,
      (
        SELECT coalesce(json_agg(json_build_object(
          'from', place * width, 'to', (place + 1) * width - 1, 'count', count
        ) ORDER BY place), '[]')
        FROM (
          SELECT width, price_from / width AS place, count(*)::int AS count
          FROM counted CROSS JOIN prices WHERE price_from IS NOT NULL GROUP BY 1, 2
        ) each
      ) AS prices,
      (
        SELECT json_build_object('available', count(*) FILTER (WHERE is_available), 'unavailable', count(*) FILTER (WHERE NOT is_available))
        FROM counted
      ) AS availability`;
  return facets;
}
