import { type InputOf, MAX_COUNTED, type operations, type ResponseOf } from '@service/contract';
import { PLANNED_BY_VALUES, Prisma } from '@service/db';
import type { Context } from '../context.ts';
import { cursorOfRow, rangeOf } from '../page.ts';
import { presentImage, type StoredImage } from '../pictures/index.ts';
import { buyerSql, priceRange } from '../prices/index.ts';
import { askEngine } from './ask-engine.ts';
import { type ListingFilters, ownConditions } from './listing-filters.ts';
import { keyOf, orderOf, placeOf, rankOf } from './listing-order.ts';
import { type ListingSearch, searchListings } from './listing-search.ts';

type StoreQuery = InputOf<typeof operations.listStoreProducts>['query'];
type StorePage = ResponseOf<typeof operations.listStoreProducts>;

/** A count that no index gives looks at so many of the newest. */
const COUNT_SCAN_LIMIT = 500;

type Item = StorePage['items'][number];

/** A place as JSON. */
interface ShownPlace {
  key: string;
  createdAt: string;
  id: string;
}

interface Found {
  items: (Omit<Item, 'image'> & { image: StoredImage | null; place: ShownPlace })[];
  total: number;
  isTotalCapped: boolean;
  /** The last listing that was looked at, where the page isn't full and the list goes on. */
  lookedUpTo: ShownPlace | null;
}

/**
 * Input: the storefront's filters, sort and page. Output: that page of published products, and how many match. Why one
 * statement that returns JSON: the page, its prices and its pictures come in one trip, and rows of a list needn't be made
 * into objects only to be written as JSON again.
 */
export async function listStoreProducts(ctx: Context, given: StoreQuery): Promise<StorePage> {
  const query = await askEngine<StoreQuery & ListingFilters>(ctx, given);
  const { q, page, pageSize, cursor } = query;
  const { sort = q === undefined ? 'newest' : 'relevance' } = query;
  const isRanked = sort === 'relevance' && q !== undefined;
  const order = sort === 'relevance' ? 'newest' : sort;
  const after = cursor === undefined || isRanked ? undefined : placeOf(order, cursor);
  const skip = cursor === undefined ? rangeOf(query).skip : isRanked ? rankOf(cursor) : 0;
  const search = searchListings(ctx, query, isRanked);
  const rows = isRanked
    ? Prisma.sql`
        SELECT product_id, rank FROM ranked l
        ORDER BY l.rank DESC, l.created_at DESC, l.product_id DESC LIMIT ${Prisma.raw(String(pageSize + 1))} OFFSET ${skip}::int`
    : search.rows({ order, after, skip, take: pageSize + 1 });
  const sorted = isRanked ? Prisma.sql`rows.rank DESC, ${orderOf('newest')}` : orderOf(order);
  const lookedUpTo =
    !isRanked && search.windowSize
      ? Prisma.sql`CASE WHEN (SELECT count(*) FROM rows) <= ${pageSize}::int THEN (
          SELECT ${placeAt(Prisma.sql`l.key`)} FROM (${search.window({ order, after })}) l
          OFFSET ${search.windowSize} - 1 LIMIT 1) END`
      : Prisma.sql`NULL::json`;
  const ranked = isRanked ? [Prisma.sql`ranked AS MATERIALIZED (${rankedRows(ctx, query, search)})`] : [];
  const isPlain = isRanked || !hasFilters(query);
  const [found] = (await ctx.db.sql<Found[]>`
    ${Prisma.raw(isPlain ? '' : PLANNED_BY_VALUES)}
    WITH RECURSIVE ${Prisma.join([...search.queries, ...ranked, Prisma.sql`rows AS MATERIALIZED (${rows})`], ', ')},
    buyer AS MATERIALIZED (${buyerSql(ctx, query.currency)}),
    counted AS (${isRanked ? Prisma.sql`SELECT count(*)::int AS total, ${search.isMany} AS capped FROM ranked` : countOf(ctx, query, search)})
    SELECT counted.total, counted.capped AS "isTotalCapped", (
      SELECT coalesce(json_agg(json_build_object(
        'id', p.id, 'slug', p.slug, 'title', p.title, 'image', image.shown, 'priceFrom', l.price_from,
        'priceTo', l.price_to, 'currency', l.currency, 'price', ${priceRange(ctx)}, 'available', l.is_available,
        'place', ${placeAt(keyOf(order))}
      ) ORDER BY ${sorted}), '[]')
      FROM rows CROSS JOIN buyer
      CROSS JOIN LATERAL (
        SELECT l.* FROM product_listings l WHERE l.tenant_id = ${ctx.tenantId}::uuid AND l.product_id = rows.product_id OFFSET 0
      ) l
      CROSS JOIN LATERAL (
        SELECT p.id, p.slug, p.title, p.tax_class FROM products p WHERE p.tenant_id = ${ctx.tenantId}::uuid AND p.id = rows.product_id OFFSET 0
      ) p
      LEFT JOIN LATERAL (
        SELECT json_build_object('url', i.url, 'alt', i.alt, 'pictureId', i.picture_id,
          'width', i.width, 'height', i.height) AS shown FROM product_images i
        WHERE i.tenant_id = ${ctx.tenantId}::uuid AND i.product_id = l.product_id ORDER BY i.position LIMIT 1
      ) image ON true
    ) AS items, ${lookedUpTo} AS "lookedUpTo"
    FROM counted`) as [Found];
  const shown = found.items.slice(0, pageSize);
  const last = shown.at(-1);
  const key = isRanked ? { order: sort, key: String(skip + pageSize) } : { order };
  const cursorAt = (place: ShownPlace) =>
    cursorOfRow({ ...place, ...key, createdAt: new Date(place.createdAt) });
  return {
    items: shown.map(({ place: _place, image, ...item }) => ({
      ...item,
      image: image && presentImage(ctx, image),
    })),
    // Where the count ended early there are at least as many as were shown.
    total: found.isTotalCapped && shown.length > 0 ? Math.max(found.total, skip + shown.length) : found.total,
    isTotalCapped: found.isTotalCapped,
    page: cursor === undefined ? page : 1,
    pageSize,
    nextCursor:
      last && found.items.length > pageSize
        ? cursorAt(last.place)
        : found.lookedUpTo && cursorAt(found.lookedUpTo),
  };
}

/**
 * Without filters and by relevance one plan serves small stores and large ones, so that the statement is prepared: a part of the
 * index of the order is walked along, or what was found is looked up by its key.
 */
function hasFilters({ q, ...others }: ListingFilters): boolean {
  return q !== undefined || narrows(others);
}

function narrows({ category, priceMin, priceMax, option, available, foundIds }: ListingFilters): boolean {
  return [category, priceMin, priceMax, option, available, foundIds].some((filter) => filter !== undefined);
}

/** Where the listing `l` with this key is, as JSON. */
function placeAt(key: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`json_build_object('key', ${key}::text, 'id', l.product_id,
    'createdAt', to_char(l.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;
}

/** What matched, with its relevance: as the search ranked it, or as it ranks what another filter found. */
function rankedRows(ctx: Context, query: ListingFilters, { isMany }: ListingSearch): Prisma.Sql {
  // Of many some are ranked twice.
  if (!narrows(query))
    return Prisma.sql`
      SELECT product_id, created_at, rank FROM found_0 WHERE NOT ${isMany}
      UNION ALL
      SELECT product_id, created_at, max(rank) FROM found_0 WHERE ${isMany} GROUP BY 1, 2`;
  const rank = query.foundIds
    ? Prisma.sql`l.rank`
    : Prisma.sql`coalesce(l.rank, (
        SELECT search_rank(s.words, (SELECT query FROM asked), s.sold) FROM product_search s
        WHERE s.tenant_id = ${ctx.tenantId}::uuid AND s.product_id = l.product_id LIMIT 1))`;
  return Prisma.sql`SELECT l.product_id, l.created_at, ${rank} AS rank FROM matched l`;
}

/**
 * In the order of an index: the whole table looks cheap to Postgres where it may stop early, and then other stores come first.
 * As far as it is quick: all of few; of what an index has, up to the limit; of everything else, what the newest tell.
 */
function countOf(
  ctx: Context,
  query: ListingFilters,
  { queries, isMet, window, windowSize }: ListingSearch,
): Prisma.Sql {
  if (!windowSize)
    return Prisma.sql`
      SELECT least(count(*), ${MAX_COUNTED}::int)::int AS total, count(*) > ${MAX_COUNTED}::int AS capped FROM (
        SELECT FROM product_listings l WHERE ${ownConditions(ctx, query)}
        ORDER BY ${orderOf('newest')} LIMIT ${MAX_COUNTED + 1}::int
      ) counted`;
  const looked = Prisma.sql`
    SELECT count(*) FILTER (WHERE ${isMet})::int AS total, count(*) = ${COUNT_SCAN_LIMIT}::int AS capped
    FROM (SELECT * FROM (${window({ order: 'newest' })}) l LIMIT ${COUNT_SCAN_LIMIT}::int) l`;
  if (queries.length === 0) return looked;
  return Prisma.sql`
    SELECT looked.total + (SELECT count(*) FROM matched)::int AS total, looked.capped FROM (${looked}) looked`;
}
