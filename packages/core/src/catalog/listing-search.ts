import { Prisma } from '@service/db';
import type { Context } from '../context.ts';
import type { Place, Range } from '../page.ts';
import {
  type ListingFilters,
  MATCH_LIMIT,
  ownConditions,
  preparations,
  sourcesOf,
  variantCondition,
} from './listing-filters.ts';
import { isAfter, keyOf, type ListingSort, orderOf } from './listing-order.ts';

/** At most this many listings are checked one by one along an order: a page that isn't full by then has a cursor for the rest. */
const SCAN_LIMIT = 1000;

/** The limit where the index of the order alone shows whether a listing is one of those that were found. */
const INDEX_SCAN_LIMIT = 50_000;

const YES = Prisma.sql`true`;
const NO = Prisma.sql`false`;

export interface Walk {
  order: ListingSort;
  after?: Place | undefined;
  /** The columns of the listing besides its sort key; those that aren't in the index of the order are read from the listing. */
  columns?: readonly string[] | undefined;
}

/** Parts of a statement that lists the products which match the filters. */
export interface ListingSearch {
  /**
   * For the WITH RECURSIVE: the matches of each filter, and as `matched` the listings that meet all, with their rank, where one
   * filter finds few.
   */
  queries: Prisma.Sql[];
  /** Whether all filters find many. Then `matched` has, for a search by relevance, the ranked ones, else nothing. */
  isMany: Prisma.Sql;
  /** A condition on a listing `l` of `window`. */
  isMet: Prisma.Sql;
  /** The listings that are checked along an order, where all filters find many. */
  window(walk: Walk): Prisma.Sql;
  /** The size of the window; undefined: it ends once enough are found, because the index of the order has all columns. */
  windowSize: Prisma.Sql | undefined;
  /** A part of the listings along an order. */
  rows(part: Range & Walk): Prisma.Sql;
}

/**
 * Why two ways in one statement, of which one runs: where a filter matches a thousand products or fewer, these are looked up and
 * sorted; with more, enough matches are found along the index of the order, or a bounded number of listings is checked.
 */
export function searchListings(ctx: Context, filters: ListingFilters, isRanked = false): ListingSearch {
  const sources = sourcesOf(ctx, filters, isRanked).map((source, index) => {
    const name = Prisma.raw(`found_${index}`);
    const count = Prisma.sql`(SELECT ${name} FROM counts)`;
    return {
      ...source,
      name,
      count: Prisma.sql`(SELECT count(*) FROM ${name}) AS ${name}`,
      isFew: Prisma.sql`${count} <= ${MATCH_LIMIT}::int`,
      isComplete: Prisma.sql`${count} <= ${source.limit}::int`,
    };
  });
  const own = ownConditions(ctx, filters);
  const ofVariant = variantCondition(ctx, filters);
  const areMany = (of: readonly { isFew: Prisma.Sql }[]) =>
    all(of.map(({ isFew }) => Prisma.sql`NOT ${isFew}`));
  const isMany = areMany(sources);

  /** By relevance, only the ranked ones of many matches are listed. */
  const orRanked = (condition: Prisma.Sql, index: number) =>
    isRanked && index === 0 ? Prisma.sql`(${condition} OR ${isMany})` : condition;
  // Postgres makes one hash table of the matches.
  const isMetOf = sources.map(
    ({ name, isComplete, isMet }, index) => Prisma.sql`
      CASE WHEN ${orRanked(isComplete, index)} THEN l.product_id IN (SELECT product_id FROM ${name}) ELSE ${isMet} END`,
  );
  const isMet = all([...isMetOf, ...(ofVariant ? [ofVariant] : [])]);

  /** The first filter that finds few rows. */
  const driver = sources.map(({ name, isFew }, index) => {
    const isFirst = Prisma.sql`(${areMany(sources.slice(0, index))} AND ${isFew})`;
    return Prisma.sql`SELECT product_id, rank FROM ${name} WHERE ${orRanked(isFirst, index)}`;
  });
  const counts = () =>
    Prisma.sql`counts AS MATERIALIZED (SELECT ${Prisma.join(sources.map(({ count }) => count))})`;
  // By its key alone, with OFFSET 0: before the first ANALYZE any index that begins with the store looks as good to Postgres.
  const matched = () => Prisma.sql`
    matched AS MATERIALIZED (
      SELECT l.*, driver.rank FROM (
        SELECT product_id, max(rank) AS rank FROM (${Prisma.join(driver, ' UNION ALL ')}) found GROUP BY 1
      ) driver
      CROSS JOIN LATERAL (
        SELECT * FROM product_listings l WHERE l.tenant_id = ${ctx.tenantId}::uuid AND l.product_id = driver.product_id OFFSET 0
      ) l
      WHERE ${own} AND ${sources.length === 1 ? (ofVariant ?? YES) : isMet})`;

  // Options aren't in the indexes of the orders.
  const isInIndex = filters.option === undefined ? any(sources.map(({ isComplete }) => isComplete)) : NO;
  const windowSize =
    sources.length === 0 && !ofVariant
      ? undefined
      : Prisma.sql`CASE WHEN ${isInIndex} THEN ${INDEX_SCAN_LIMIT}::int ELSE ${SCAN_LIMIT}::int END`;
  function walk({ order, after, columns = [] }: Walk, size: Prisma.Sql): Prisma.Sql {
    const compared = [
      ...(filters.priceMin === undefined ? [] : ['price_from', 'price_to']),
      ...(filters.option === undefined ? [] : ['option_values']),
    ];
    // The filter by price compares what the index of ascending prices has; that of descending ones is entered here.
    const dearest =
      order === '-price' && filters.priceMax !== undefined
        ? Prisma.sql`${keyOf(order)} <= ${filters.priceMax}::bigint`
        : YES;
    return Prisma.sql`
      SELECT l.product_id, l.created_at, ${keyOf(order)} AS key${columnsOf([...new Set([...compared, ...columns])])} FROM product_listings l
      WHERE ${own} AND ${isMany} AND ${dearest} AND ${after ? isAfter(order, after) : YES}
      ORDER BY ${orderOf(order)} LIMIT ${size}`;
  }

  return {
    queries: [
      ...preparations(ctx, filters),
      ...sources.map(({ name, found }) => Prisma.sql`${name} AS MATERIALIZED (${found})`),
      ...(sources.length > 0 ? [counts(), matched()] : []),
    ],
    isMany,
    isMet,
    windowSize,
    window: (given) => walk(given, windowSize ?? Prisma.sql`NULL::int`),
    rows({ skip, take, ...given }) {
      const { order, after, columns = [] } = given;
      const shown = Prisma.sql`l.product_id${columnsOf(columns)}`;
      const range = Prisma.sql`LIMIT ${take}::int OFFSET ${skip}::int`;
      const met = Prisma.sql`(
        SELECT ${shown} FROM (${walk(given, windowSize ?? Prisma.sql`${skip + take}::int`)}) l WHERE ${isMet}
        ORDER BY ${orderOf(order, Prisma.sql`l.key`)} ${range})`;
      if (sources.length === 0) return met;
      return Prisma.sql`
        (SELECT ${shown} FROM matched l WHERE ${after ? isAfter(order, after) : YES}
        ORDER BY ${orderOf(order)} ${range})
        UNION ALL ${met}`;
    },
  };
}

const columnsOf = (names: readonly string[]) => Prisma.raw(names.map((name) => `, l.${name}`).join(''));
const all = (conditions: readonly Prisma.Sql[]) =>
  Prisma.sql`(${Prisma.join([YES, ...conditions], ' AND ')})`;
const any = (conditions: readonly Prisma.Sql[]) => Prisma.sql`(${Prisma.join([NO, ...conditions], ' OR ')})`;
