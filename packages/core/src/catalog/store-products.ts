import { type InputOf, MAX_COUNTED, type operations, type ResponseOf } from '@service/contract';
import { PLANNED_BY_VALUES, Prisma } from '@service/db';
import type { Context } from '../context.ts';
import { type Range, rangeOf } from '../page.ts';
import {
  FEW,
  type ListingFilters,
  ownConditions,
  preparations,
  type Source,
  sourcesOf,
  variantCondition,
} from './listing-filters.ts';
import {
  cursorAt,
  cursorAtRank,
  isAfter,
  keyOf,
  type ListingSort,
  orderOf,
  type Place,
  placeOf,
  rankOf,
} from './listing-order.ts';

type StoreQuery = InputOf<typeof operations.listStoreProducts>['query'];
type StorePage = ResponseOf<typeof operations.listStoreProducts>;

/** So many of the newest are sorted by relevance, where more than a few match. */
const RANKED = 500;

/** A count that no index gives looks at so many of the newest. */
const LOOKED_AT = 2000;

interface Found {
  items: (StorePage['items'][number] & { place: Place })[];
  total: number;
  isTotalCapped: boolean;
}

/**
 * Input: the storefront's filters, sort and page. Output: that page of published products, and how many match. Why one
 * statement that returns JSON: the page, its prices and its pictures come in one trip, and rows of a list needn't be made
 * into objects only to be written as JSON again.
 */
export async function listStoreProducts(ctx: Context, query: StoreQuery): Promise<StorePage> {
  const { q, page, pageSize, cursor } = query;
  const { sort = q === undefined ? 'newest' : 'relevance' } = query;
  const isRanked = sort === 'relevance' && q !== undefined;
  const order = sort === 'relevance' ? 'newest' : sort;
  const after = cursor === undefined || isRanked ? undefined : placeOf(order, cursor);
  const skip = cursor === undefined ? rangeOf(query).skip : isRanked ? rankOf(cursor) : 0;
  const sources = sourcesOf(ctx, query);
  const rows = isRanked
    ? Prisma.sql`
        SELECT product_id, rank FROM ranked l ORDER BY ${RANK_ORDER} LIMIT ${pageSize + 1}::int OFFSET ${skip}::int`
    : sortedRows(ctx, query, sources, { order, after, skip, take: pageSize + 1 });
  const sorted = isRanked ? Prisma.sql`rows.rank DESC, ${orderOf('newest')}` : orderOf(order);
  const ranked = isRanked ? [Prisma.sql`ranked AS MATERIALIZED (${rankedRows(ctx, query, sources)})`] : [];
  const [found] = await ctx.db.$queryRaw<[Found]>`
    ${Prisma.raw(PLANNED_BY_VALUES)}
    WITH RECURSIVE ${Prisma.join([...preparations(ctx, query), ...foundIn(ctx, query, sources), ...ranked, Prisma.sql`rows AS MATERIALIZED (${rows})`], ', ')},
    counted AS (${isRanked ? RANKED_COUNT : countOf(ctx, query, sources)})
    SELECT counted.total, counted.capped AS "isTotalCapped", (
      SELECT coalesce(json_agg(json_build_object(
        'id', p.id, 'slug', p.slug, 'title', p.title, 'image', image.shown, 'priceFrom', l.price_from,
        'priceTo', l.price_to, 'currency', l.currency, 'available', l.is_available,
        'place', json_build_object('key', ${keyOf(order)}::text, 'id', p.id,
          'createdAt', to_char(l.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      ) ORDER BY ${sorted}), '[]')
      FROM rows
      JOIN product_listings l ON l.tenant_id = ${ctx.tenantId}::uuid AND l.product_id = rows.product_id
      JOIN products p ON p.tenant_id = l.tenant_id AND p.id = l.product_id
      LEFT JOIN LATERAL (
        SELECT json_build_object('url', i.url, 'alt', i.alt) AS shown FROM product_images i
        WHERE i.tenant_id = l.tenant_id AND i.product_id = l.product_id ORDER BY i.position LIMIT 1
      ) image ON true
    ) AS items
    FROM counted`;
  const shown = found.items.slice(0, pageSize);
  const last = shown.at(-1);
  const next = isRanked ? cursorAtRank(skip + pageSize) : last && cursorAt(order, last.place);
  return {
    items: shown.map(({ place: _place, ...item }) => item),
    // Where the count ended early there are at least as many as were shown.
    total: found.isTotalCapped && shown.length > 0 ? Math.max(found.total, skip + shown.length) : found.total,
    isTotalCapped: found.isTotalCapped,
    page: cursor === undefined ? page : 1,
    pageSize,
    nextCursor: found.items.length > pageSize && next ? next : null,
  };
}

/** Whether the source has more products than are looked at one by one. */
function isMany(index: number): Prisma.Sql {
  return Prisma.sql`(SELECT count(*) FROM ${nameOf(index)}) > ${FEW}::int`;
}

const nameOf = (index: number) => Prisma.raw(`found_${index}`);

/** Whether all sources have: then the list is walked along, in its order. */
function allAreMany(sources: readonly Source[]): Prisma.Sql {
  return Prisma.join([Prisma.sql`true`, ...sources.map((_, index) => isMany(index))], ' AND ');
}

/** Conditions that take more than a look at the listing `l`. */
function laterConditions(ctx: Context, query: ListingFilters, sources: readonly Source[]): Prisma.Sql {
  const all = [...sources.map(({ isMet }) => isMet), variantCondition(ctx, query)];
  return Prisma.join([Prisma.sql`true`, ...all.filter((each) => each !== undefined)], ' AND ');
}

/** Queries for the WITH: what each source finds, and as `matched` what is left of the first that finds few. */
export function foundIn(ctx: Context, query: ListingFilters, sources: readonly Source[]): Prisma.Sql[] {
  if (sources.length === 0) return [];
  const branches = sources.map(
    (source, index) => Prisma.sql`
      SELECT l.*, f.bonus FROM ${nameOf(index)} f
      CROSS JOIN LATERAL (
        SELECT l.* FROM product_listings l WHERE l.product_id = f.product_id AND ${ownConditions(ctx, query)} LIMIT 1
      ) l
      WHERE ${allAreMany(sources.slice(0, index))} AND NOT ${isMany(index)}
        AND ${laterConditions(
          ctx,
          query,
          sources.filter((other) => other !== source),
        )}`,
  );
  return [
    ...sources.map(({ found }, index) => Prisma.sql`${nameOf(index)} AS MATERIALIZED (${found})`),
    Prisma.sql`matched AS MATERIALIZED (${Prisma.join(branches, ' UNION ALL ')})`,
  ];
}

/**
 * A part of the listings along an order, or of `matched`; one of the two is empty. Why nothing but their keys: what is passed
 * over on the way to a late page is then read in the index alone.
 */
export function sortedRows(
  ctx: Context,
  query: ListingFilters,
  sources: readonly Source[],
  { order, after, skip, take }: Range & { order: ListingSort; after?: Place | undefined },
): Prisma.Sql {
  const behind = after ? isAfter(order, after) : Prisma.sql`true`;
  const tail = Prisma.sql`ORDER BY ${orderOf(order)} LIMIT ${take}::int OFFSET ${skip}::int`;
  const walked = Prisma.sql`(
    SELECT l.product_id, l.created_at, 0::float8 AS bonus FROM product_listings l
    WHERE ${ownConditions(ctx, query)} AND ${allAreMany(sources)} AND ${behind} AND ${laterConditions(ctx, query, sources)}
    ${tail})`;
  if (sources.length === 0) return walked;
  return Prisma.sql`
    (SELECT l.product_id, l.created_at, l.bonus FROM matched l WHERE ${behind} ${tail}) UNION ALL ${walked}`;
}

/** All that matched, or the newest of them where they are many, with their relevance: title before text, a SKU before both. */
function rankedRows(ctx: Context, query: StoreQuery, sources: readonly Source[]): Prisma.Sql {
  const { q = '' } = query;
  return Prisma.sql`
    SELECT found.product_id, found.created_at, found.bonus + (lower(${q}) = l.sort_title)::int + coalesce((
        SELECT ts_rank(s.words, (SELECT query FROM asked)) FROM product_search s
        WHERE s.tenant_id = l.tenant_id AND s.product_id = l.product_id
      ), 0) AS rank
    FROM (${sortedRows(ctx, query, sources, { order: 'newest', skip: 0, take: RANKED })}) found
    JOIN product_listings l ON l.tenant_id = ${ctx.tenantId}::uuid AND l.product_id = found.product_id`;
}

const RANK_ORDER = Prisma.sql`l.rank DESC, l.created_at DESC, l.product_id DESC`;

/**
 * In the order of an index: the whole table looks cheap to Postgres where it may stop early, and then other stores come first.
 * As far as it is quick: all of few; of what an index has, up to the limit; of everything else, what the newest tell.
 */
function countOf(ctx: Context, query: StoreQuery, sources: readonly Source[]): Prisma.Sql {
  const all = Prisma.sql`SELECT FROM product_listings l WHERE ${ownConditions(ctx, query)}`;
  if (sources.length === 0 && !variantCondition(ctx, query))
    return Prisma.sql`
      SELECT least(count(*), ${MAX_COUNTED}::int)::int AS total, count(*) > ${MAX_COUNTED}::int AS capped
      FROM (${all} ORDER BY ${orderOf('newest')} LIMIT ${MAX_COUNTED + 1}::int) counted`;
  const looked = Prisma.sql`
    SELECT count(*) FILTER (WHERE ${laterConditions(ctx, query, sources)})::int AS total, count(*) = ${LOOKED_AT}::int AS capped
    FROM (
      SELECT l.* FROM product_listings l WHERE ${ownConditions(ctx, query)} AND ${allAreMany(sources)}
      ORDER BY ${orderOf('newest')} LIMIT ${LOOKED_AT}::int
    ) l`;
  if (sources.length === 0) return looked;
  return Prisma.sql`
    SELECT looked.total + (SELECT count(*) FROM matched)::int AS total, looked.capped FROM (${looked}) looked`;
}

/** Of those that are ranked; as many as there may be are never all. */
const RANKED_COUNT = Prisma.sql`SELECT count(*)::int AS total, count(*) = ${RANKED}::int AS capped FROM ranked`;
