import { type InputOf, MAX_COUNTED, type operations, type ResponseOf } from '@service/contract';
import { PLANNED_BY_VALUES, Prisma } from '@service/db';
import type { Context } from '../context.ts';
import { cursorOfRow, type Range, rangeOf } from '../page.ts';
import { presentImage, type StoredImage } from '../pictures/index.ts';
import {
  buyerSql,
  type CheapestVariant,
  cheapestVariant,
  presentCheapest,
  priceRange,
} from '../prices/index.ts';
import { askEngine } from './ask-engine.ts';
import { type ListingFilters, ownConditions, preparations } from './listing-filters.ts';
import { keyOf, orderOf, placeOf, rankOf } from './listing-order.ts';
import { type ListingSearch, searchListings, type Walk } from './listing-search.ts';

type StoreQuery = InputOf<typeof operations.listStoreProducts>['query'];
type StorePage = ResponseOf<typeof operations.listStoreProducts>;

/** A count that no index gives reads at most this many of the newest rows. */
const COUNT_SCAN_LIMIT = 500;

type Item = StorePage['items'][number];

/** A place, as JSON. */
interface ShownPlace {
  key: string;
  createdAt: string;
  id: string;
}

interface Found {
  items: (Omit<Item, 'image' | 'cheapest'> & {
    image: StoredImage | null;
    cheapest: CheapestVariant | null;
    place: ShownPlace;
  })[];
  total: number;
  isTotalCapped: boolean;
  /** The last listing that was checked, where the page isn't full and the list continues. */
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
  const range = { skip, take: pageSize + 1 };
  const isNarrowed = narrows(query);
  const { queries, rows, sorted, counted, lookedUpTo } = !isRanked
    ? listedPart(ctx, query, { ...range, order, after })
    : isNarrowed
      ? rankedPart(ctx, query, range)
      : searchedPart(ctx, q, range);
  // One plan serves small stores and large ones: it reads along a part of the index of an order, or looks up the matches by their
  // keys.
  const isPlain = isRanked || (q === undefined && !isNarrowed);
  const [found] = (await ctx.db.sql<Found[]>`
    ${Prisma.raw(isPlain ? '' : PLANNED_BY_VALUES)}
    WITH RECURSIVE ${Prisma.join([...queries, Prisma.sql`rows AS MATERIALIZED (${rows})`], ', ')},
    buyer AS MATERIALIZED (${buyerSql(ctx, query.currency)}),
    counted AS (${counted})
    SELECT counted.total, counted.capped AS "isTotalCapped", (
      SELECT coalesce(json_agg(json_build_object(
        'id', p.id, 'slug', p.slug, 'title', p.title, 'image', image.shown, 'priceFrom', l.price_from,
        'priceTo', l.price_to, 'currency', l.currency, 'price', ${priceRange(ctx)}, 'cheapest', ${cheapestVariant(ctx)}, 'available', l.is_available,
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
    ) AS items, ${lookedUpTo ?? Prisma.sql`NULL::json`} AS "lookedUpTo"
    FROM counted`) as [Found];
  const shown = found.items.slice(0, pageSize);
  const last = shown.at(-1);
  const key = isRanked ? { order: sort, key: String(skip + pageSize) } : { order };
  const cursorAt = (place: ShownPlace) =>
    cursorOfRow({ ...place, ...key, createdAt: new Date(place.createdAt) });
  return {
    items: shown.map(({ place: _place, image, cheapest, ...item }) => ({
      ...item,
      image: image && presentImage(ctx, image),
      cheapest: cheapest && presentCheapest(cheapest),
    })),
    // If the count ended early, there are at least as many rows as were shown.
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

function narrows({ category, priceMin, priceMax, option, available, foundIds }: ListingFilters): boolean {
  return [category, priceMin, priceMax, option, available, foundIds].some((filter) => filter !== undefined);
}

/** Parts of the statement: which products are on the page, in which order, and how many there are. */
interface Part {
  /** For its WITH RECURSIVE. */
  queries: Prisma.Sql[];
  /** The products as `product_id`, one more than are shown. */
  rows: Prisma.Sql;
  /** The keys that `rows` and their listings `l` are sorted by. */
  sorted: Prisma.Sql;
  /** `total`, and whether it is `capped`. */
  counted: Prisma.Sql;
  /** The last listing that was checked, as JSON, where that isn't the last of the page. */
  lookedUpTo?: Prisma.Sql | undefined;
}

/** By relevance, with words alone: the database's own function finds the page. */
function searchedPart(ctx: Context, q: string, { skip, take }: Range): Part {
  return {
    queries: [
      ...preparations(ctx, { q }),
      Prisma.sql`page AS MATERIALIZED (
        SELECT page.* FROM asked CROSS JOIN LATERAL search_page(asked.query, ${q}, ${skip}::int, ${take}::int) page)`,
    ],
    rows: Prisma.sql`
      SELECT found.id AS product_id, found.place FROM page CROSS JOIN LATERAL unnest(page.ids) WITH ORDINALITY found(id, place)`,
    sorted: Prisma.sql`rows.place`,
    counted: Prisma.sql`SELECT total, is_capped AS capped FROM page`,
  };
}

/** By relevance, among the matches of other filters. */
function rankedPart(ctx: Context, query: ListingFilters, { skip, take }: Range): Part {
  const search = searchListings(ctx, query, true);
  const newest = orderOf('newest');
  return {
    queries: [...search.queries, Prisma.sql`ranked AS MATERIALIZED (${rankedRows(ctx, query)})`],
    rows: Prisma.sql`
      SELECT product_id, rank FROM ranked l ORDER BY l.rank DESC, ${newest} LIMIT ${take}::int OFFSET ${skip}::int`,
    sorted: Prisma.sql`rows.rank DESC, ${newest}`,
    counted: Prisma.sql`SELECT count(*)::int AS total, ${search.isMany} AS capped FROM ranked`,
  };
}

/** In an order that has an index. */
function listedPart(ctx: Context, query: ListingFilters, walk: Range & Walk): Part {
  const search = searchListings(ctx, query);
  const { order, after, take } = walk;
  return {
    queries: search.queries,
    rows: search.rows(walk),
    sorted: orderOf(order),
    counted: countOf(ctx, query, search),
    lookedUpTo:
      search.windowSize &&
      Prisma.sql`CASE WHEN (SELECT count(*) FROM rows) < ${take}::int THEN (
        SELECT ${placeAt(Prisma.sql`l.key`)} FROM (${search.window({ order, after })}) l
        OFFSET ${search.windowSize} - 1 LIMIT 1) END`,
  };
}

/** The place of the listing `l` with this key, as JSON. */
function placeAt(key: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`json_build_object('key', ${key}::text, 'id', l.product_id,
    'createdAt', to_char(l.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;
}

/** The matches with their relevance: as the search ranked them, or as it ranks the finds of another filter. */
function rankedRows(ctx: Context, query: ListingFilters): Prisma.Sql {
  const rank = query.foundIds
    ? Prisma.sql`l.rank`
    : Prisma.sql`coalesce(l.rank, (
        SELECT search_rank(s.words, (SELECT query FROM asked), s.sold) FROM product_search s
        WHERE s.tenant_id = ${ctx.tenantId}::uuid AND s.product_id = l.product_id LIMIT 1))`;
  return Prisma.sql`SELECT l.product_id, l.created_at, ${rank} AS rank FROM matched l`;
}

/**
 * Counts along the order of an index: the whole table looks cheap to Postgres where it may stop early, and then other stores come
 * first. It counts as far as it is quick: all rows of a filter that finds few; in an index, up to the limit; otherwise among the
 * newest rows.
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
