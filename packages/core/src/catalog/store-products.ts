import { type InputOf, MAX_COUNTED, type operations, type ResponseOf } from '@service/contract';
import { PLANNED_BY_VALUES, Prisma } from '@service/db';
import type { Context } from '../context.ts';
import { type Range, rangeOf } from '../page.ts';
import { presentImage, type StoredImage } from '../pictures/index.ts';
import { buyerSql, priceRange } from '../prices/index.ts';
import { askEngine } from './ask-engine.ts';
import {
  type ListingFilters,
  MATCH_LIMIT,
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

/** Where more than a few match, so many of those that were found are sorted by relevance, and those among so many of the most sold. */
const RANKED = 500;

/** Along an order no more listings are looked at one by one: a page that isn't full by then says where the next one goes on. */
const ROW_SCAN_LIMIT = 2000;

/** So many, where a look at one takes other tables. */
const JOINED_SCAN_LIMIT = 1000;

/** So many, where a look at the index of the order tells whether a listing is one of those that were found. */
const INDEX_SCAN_LIMIT = 50_000;

/** A count that no index gives looks at so many of the newest. */
const COUNT_SCAN_LIMIT = 500;

type Item = StorePage['items'][number];

interface Found {
  items: (Omit<Item, 'image'> & { image: StoredImage | null; place: Place })[];
  total: number;
  isTotalCapped: boolean;
  /** The last listing that was looked at, where the page isn't full and the list goes on. */
  lookedUpTo: Place | null;
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
  const sources = sourcesOf(ctx, query);
  const rows = isRanked
    ? Prisma.sql`
        SELECT product_id, rank FROM ranked l ORDER BY ${RANK_ORDER} LIMIT ${pageSize + 1}::int OFFSET ${skip}::int`
    : sortedRows(ctx, query, sources, { order, after, skip, take: pageSize + 1 });
  const sorted = isRanked ? Prisma.sql`rows.rank DESC, ${orderOf('newest')}` : orderOf(order);
  const lookedUpTo =
    !isRanked && isBounded(ctx, query, sources)
      ? Prisma.sql`CASE WHEN (SELECT count(*) FROM rows) <= ${pageSize}::int THEN (
          SELECT ${placeAt(Prisma.sql`l.key`)} FROM (${windowOf(ctx, query, sources, { order, after })}) l
          OFFSET ${boundOf(ctx, query, sources)} - 1 LIMIT 1) END`
      : Prisma.sql`NULL::json`;
  const ranked = isRanked ? [Prisma.sql`ranked AS MATERIALIZED (${rankedRows(ctx, query, sources)})`] : [];
  const [found] = (await ctx.db.sql<Found[]>`
    ${Prisma.raw(isPlain(query) ? '' : PLANNED_BY_VALUES)}
    WITH RECURSIVE ${Prisma.join([...preparations(ctx, query), ...foundIn(ctx, query, sources), ...ranked, Prisma.sql`rows AS MATERIALIZED (${rows})`], ', ')},
    buyer AS MATERIALIZED (${buyerSql(ctx, query.currency)}),
    counted AS (${isRanked ? rankedCount(sources) : countOf(ctx, query, sources)})
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
        SELECT p.id, p.slug, p.title FROM products p WHERE p.tenant_id = ${ctx.tenantId}::uuid AND p.id = rows.product_id OFFSET 0
      ) p
      LEFT JOIN LATERAL (
        SELECT json_build_object('url', i.url, 'alt', i.alt, 'pictureId', i.picture_id,
          'width', i.width, 'height', i.height) AS shown FROM product_images i
        WHERE i.tenant_id = l.tenant_id AND i.product_id = l.product_id ORDER BY i.position LIMIT 1
      ) image ON true
    ) AS items, ${lookedUpTo} AS "lookedUpTo"
    FROM counted`) as [Found];
  const shown = found.items.slice(0, pageSize);
  const last = shown.at(-1);
  const next = isRanked ? cursorAtRank(skip + pageSize) : last && cursorAt(order, last.place);
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
      found.items.length > pageSize && next ? next : found.lookedUpTo && cursorAt(order, found.lookedUpTo),
  };
}

/**
 * Whether nothing is left out. Then one plan serves small stores and large ones, so that the statement is prepared: a part of the
 * index of the order is walked along, and each of the rows is looked up in its tables.
 */
function isPlain({ q, category, priceMin, priceMax, option, available }: StoreQuery): boolean {
  return [q, category, priceMin, priceMax, option, available].every((filter) => filter === undefined);
}

/** Where the listing `l` with this key is, as JSON. */
function placeAt(key: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`json_build_object('key', ${key}::text, 'id', l.product_id,
    'createdAt', to_char(l.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;
}

/** Whether the source has more products than are looked at one by one. */
function isMany(index: number): Prisma.Sql {
  return Prisma.sql`(SELECT count(*) FROM ${nameOf(index)}) > ${MATCH_LIMIT}::int`;
}

const nameOf = (index: number) => Prisma.raw(`found_${index}`);

/** Whether all that the source leaves are found. */
function isComplete({ most }: Source, index: number): Prisma.Sql {
  return Prisma.sql`(SELECT count(*) FROM ${nameOf(index)}) <= ${most}::int`;
}

/** Whether all sources have: then the list is walked along, in its order. */
function allAreMany(sources: readonly Source[]): Prisma.Sql {
  return Prisma.join([Prisma.sql`true`, ...sources.map((_, index) => isMany(index))], ' AND ');
}

/** Conditions that take more than the index of an order. */
function laterConditions(ctx: Context, query: ListingFilters, sources: readonly Source[]): Prisma.Sql {
  const all = [...sources.map(({ isMet }) => isMet), variantCondition(ctx, query)];
  return Prisma.join([Prisma.sql`true`, ...all.filter((each) => each !== undefined)], ' AND ');
}

/** The same of a listing along the list: whether it was found, where all are. Postgres makes a hash table of those once. */
function walkConditions(ctx: Context, query: ListingFilters, sources: readonly Source[]): Prisma.Sql {
  const walked = sources.map((source, index) => ({
    ...source,
    isMet: Prisma.sql`CASE WHEN ${isComplete(source, index)}
      THEN l.product_id IN (SELECT product_id FROM ${nameOf(index)}) ELSE ${source.isMet} END`,
  }));
  return laterConditions(ctx, query, walked);
}

/** Whether there are any. */
function isBounded(ctx: Context, query: ListingFilters, sources: readonly Source[]): boolean {
  return sources.length > 0 || variantCondition(ctx, query) !== undefined;
}

/** How many listings are looked at. What isn't in the index of an order takes a look at each. */
function boundOf(ctx: Context, query: ListingFilters, sources: readonly Source[]): Prisma.Sql {
  const isOwn = !variantCondition(ctx, query) && sources.every((source) => source.isOwn);
  const most = isOwn ? ROW_SCAN_LIMIT : JOINED_SCAN_LIMIT;
  if (query.option !== undefined || sources.length === 0) return Prisma.sql`${most}::int`;
  const complete = Prisma.join(sources.map(isComplete), ' OR ');
  return Prisma.sql`CASE WHEN ${complete} THEN ${INDEX_SCAN_LIMIT}::int ELSE ${most}::int END`;
}

interface Walk {
  order: ListingSort;
  after?: Place | undefined;
  /** Where nothing bounds it: how many are needed. Else Postgres would look for the quickest way to all. */
  most?: number | undefined;
  /** Whether columns are needed that aren't in the index of the order. */
  isWhole?: boolean | undefined;
}

const WHOLE = Prisma.sql`, l.price_from, l.price_to, l.is_available, l.option_values, l.sort_title, l.sold`;

/** The listings that are looked at, where each source finds many; in their order. */
function windowOf(
  ctx: Context,
  query: ListingFilters,
  sources: readonly Source[],
  { order, after, most, isWhole = false }: Walk,
): Prisma.Sql {
  const behind = after ? isAfter(order, after) : Prisma.sql`true`;
  // They aren't in the index of what is available.
  const prices = query.priceMin === undefined ? Prisma.empty : Prisma.sql`, l.price_from, l.price_to`;
  const columns = isWhole || query.option !== undefined ? WHOLE : prices;
  const bound = isBounded(ctx, query, sources)
    ? boundOf(ctx, query, sources)
    : Prisma.sql`${most ?? null}::int`;
  // The filter by price compares what the index of ascending prices has; that of descending ones is entered here.
  const dearest =
    order === '-price' && query.priceMax !== undefined
      ? Prisma.sql`${keyOf(order)} <= ${query.priceMax}::bigint`
      : Prisma.sql`true`;
  return Prisma.sql`
    SELECT l.product_id, l.created_at, ${keyOf(order)} AS key${columns}
    FROM product_listings l
    WHERE ${ownConditions(ctx, query)} AND ${allAreMany(sources)} AND ${dearest} AND ${behind}
    ORDER BY ${orderOf(order)} LIMIT ${bound}`;
}

/** Queries for the WITH: what each source finds, and as `matched` what is left of the first that finds few. */
export function foundIn(ctx: Context, query: ListingFilters, sources: readonly Source[]): Prisma.Sql[] {
  if (sources.length === 0) return [];
  const branches = sources.map(
    (source, index) => Prisma.sql`
      SELECT l.*, f.bonus FROM (SELECT product_id, sum(bonus) AS bonus FROM ${nameOf(index)} GROUP BY 1) f
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

/** Whether the newest listings that are looked at one by one aren't all. */
export function isWindowFull(ctx: Context, query: ListingFilters, sources: readonly Source[]): Prisma.Sql {
  if (!isBounded(ctx, query, sources)) return Prisma.sql`false`;
  const looked = windowOf(ctx, query, sources, { order: 'newest' });
  return Prisma.sql`(SELECT count(*) FROM (${looked}) l) = ${boundOf(ctx, query, sources)}`;
}

/**
 * A part of the listings along an order, or of `matched`; one of the two is empty. Why nothing but their keys: what is passed
 * over on the way to a late page is then read in the index alone.
 */
export function sortedRows(
  ctx: Context,
  query: ListingFilters,
  sources: readonly Source[],
  { skip, take, ...walk }: Range & Walk,
): Prisma.Sql {
  const { order, after, isWhole } = walk;
  const behind = after ? isAfter(order, after) : Prisma.sql`true`;
  const range = Prisma.sql`LIMIT ${take}::int OFFSET ${skip}::int`;
  const columns = Prisma.sql`l.product_id, l.created_at${isWhole ? WHOLE : Prisma.empty}`;
  const walked = Prisma.sql`(
    SELECT ${columns} FROM (${windowOf(ctx, query, sources, { ...walk, most: skip + take })}) l
    WHERE ${walkConditions(ctx, query, sources)}
    ORDER BY ${orderOf(order, Prisma.sql`l.key`)} ${range})`;
  if (sources.length === 0) return walked;
  return Prisma.sql`
    (SELECT ${columns} FROM matched l WHERE ${behind} ORDER BY ${orderOf(order)} ${range})
    UNION ALL ${walked}`;
}

/**
 * What matched, with its relevance: title before text, a SKU before both, and among equals what sells. Of many, those that the
 * index of words comes along first, and those among the most sold: what seldom matches is seldom among these.
 */
function rankedRows(ctx: Context, query: ListingFilters, sources: readonly Source[]): Prisma.Sql {
  const { q = '', foundIds } = query;
  const [, ...others] = sources;
  if (foundIds) return Prisma.sql`SELECT product_id, created_at, bonus AS rank FROM matched`;
  const rank = Prisma.sql`(
    SELECT ts_rank(s.words, (SELECT query FROM asked)) AS rank FROM product_search s
    WHERE s.tenant_id = ${ctx.tenantId}::uuid AND s.product_id = l.product_id AND s.words @@ (SELECT query FROM asked) LIMIT 1)`;
  const columns = Prisma.sql`l.product_id, l.created_at, l.sort_title, l.sold`;
  const mostSold = windowOf(ctx, query, sources, { order: 'sold', isWhole: true });
  return Prisma.sql`
    SELECT product_id, created_at, max(bonus) + (lower(${q}) = sort_title)::int + least(0.3, log(1 + sold) / 20) AS rank
    FROM (
      SELECT ${columns}, CASE WHEN ${isMany(0)} THEN coalesce(${rank}, 0) ELSE l.bonus END AS bonus FROM matched l
      UNION ALL (
        SELECT ${columns}, f.bonus FROM (SELECT product_id, sum(bonus) AS bonus FROM ${nameOf(0)} GROUP BY 1 ORDER BY 2 DESC) f
        CROSS JOIN LATERAL (
          SELECT l.* FROM product_listings l WHERE l.product_id = f.product_id AND ${ownConditions(ctx, query)} LIMIT 1
        ) l
        WHERE ${allAreMany(sources)} AND ${laterConditions(ctx, query, others)} LIMIT ${RANKED}::int
      )
      UNION ALL
      SELECT ${columns}, words.rank FROM (SELECT * FROM (${mostSold}) l LIMIT ${RANKED}::int) l CROSS JOIN LATERAL ${rank} words
      WHERE ${laterConditions(ctx, query, others)}
    ) found
    GROUP BY product_id, created_at, sort_title, sold`;
}

const RANK_ORDER = Prisma.sql`l.rank DESC, l.created_at DESC, l.product_id DESC`;

/**
 * In the order of an index: the whole table looks cheap to Postgres where it may stop early, and then other stores come first.
 * As far as it is quick: all of few; of what an index has, up to the limit; of everything else, what the newest tell.
 */
function countOf(ctx: Context, query: StoreQuery, sources: readonly Source[]): Prisma.Sql {
  const all = Prisma.sql`SELECT FROM product_listings l WHERE ${ownConditions(ctx, query)}`;
  if (!isBounded(ctx, query, sources))
    return Prisma.sql`
      SELECT least(count(*), ${MAX_COUNTED}::int)::int AS total, count(*) > ${MAX_COUNTED}::int AS capped
      FROM (${all} ORDER BY ${orderOf('newest')} LIMIT ${MAX_COUNTED + 1}::int) counted`;
  const looked = Prisma.sql`
    SELECT count(*) FILTER (WHERE ${walkConditions(ctx, query, sources)})::int AS total, count(*) = ${COUNT_SCAN_LIMIT}::int AS capped
    FROM (SELECT * FROM (${windowOf(ctx, query, sources, { order: 'newest' })}) l LIMIT ${COUNT_SCAN_LIMIT}::int) l`;
  if (sources.length === 0) return looked;
  return Prisma.sql`
    SELECT looked.total + (SELECT count(*) FROM matched)::int AS total, looked.capped FROM (${looked}) looked`;
}

/** Of those that are ranked; of many they aren't all. */
function rankedCount(sources: readonly Source[]): Prisma.Sql {
  return Prisma.sql`SELECT count(*)::int AS total, (${allAreMany(sources)}) AS capped FROM ranked`;
}
