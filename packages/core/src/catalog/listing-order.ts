import { Prisma } from '@service/db';
import { type Place, placeOfCursor, refuseCursor } from '../page.ts';

/**
 * The orders of the storefront's list, each with an index of its own. The newest come first among equals. Why CASE: row security
 * keeps a store's role from entering an index by coalesce(), which Postgres doesn't call leakproof.
 */
const ORDERS = {
  newest: { key: Prisma.sql`0`, type: Prisma.sql`int`, isDescending: false },
  price: {
    key: Prisma.sql`CASE WHEN l.price_from IS NULL THEN 9223372036854775807 ELSE l.price_from END`,
    type: Prisma.sql`bigint`,
    isDescending: false,
  },
  '-price': {
    key: Prisma.sql`CASE WHEN l.price_from IS NULL THEN -1 ELSE l.price_from END`,
    type: Prisma.sql`bigint`,
    isDescending: true,
  },
  title: { key: Prisma.sql`l.sort_title`, type: Prisma.sql`text`, isDescending: false },
  '-title': { key: Prisma.sql`l.sort_title`, type: Prisma.sql`text`, isDescending: true },
} as const;

export type ListingSort = keyof typeof ORDERS;

/** The key of the listing `l`. */
export function keyOf(sort: ListingSort): Prisma.Sql {
  return ORDERS[sort].key;
}

/** The order of rows that have the key of the listing as `key`, or of the listings themselves. */
export function orderOf(sort: ListingSort, key: Prisma.Sql = ORDERS[sort].key): Prisma.Sql {
  const { isDescending } = ORDERS[sort];
  const newest = Prisma.sql`l.created_at DESC, l.product_id DESC`;
  return sort === 'newest'
    ? newest
    : Prisma.sql`${key} ${Prisma.raw(isDescending ? 'DESC' : 'ASC')}, ${newest}`;
}

/**
 * Selects the rows after a place. Why its key is compared twice: the first comparison enters the index, the second skips the rows
 * before the place with the same key.
 */
export function isAfter(sort: ListingSort, { key: value, createdAt, id }: Place): Prisma.Sql {
  const older = Prisma.sql`(l.created_at, l.product_id) < (${createdAt}::timestamptz, ${id}::uuid)`;
  if (sort === 'newest') return older;
  const { key, type, isDescending } = ORDERS[sort];
  const [from, behind] = isDescending ? ['<=', '<'] : ['>=', '>'];
  const given = Prisma.sql`${value}::${type}`;
  return Prisma.sql`${key} ${Prisma.raw(from)} ${given} AND (${key} ${Prisma.raw(behind)} ${given} OR ${older})`;
}

const INTEGER = /^-?\d{1,19}$/;

/** Refuses a cursor of another order. */
export function placeOf(sort: ListingSort, cursor: string): Place {
  const place = placeOfCursor(cursor, sort);
  const isKey = sort.endsWith('title')
    ? !place.key.includes('\0')
    : INTEGER.test(place.key) && BigInt(place.key) < 2n ** 63n;
  return isKey ? place : refuseCursor();
}

/** By relevance the key is the number of rows before: the ranked list is never long. */
export function rankOf(cursor: string): number {
  const { key } = placeOfCursor(cursor, 'relevance');
  return /^\d{1,6}$/.test(key) ? Number(key) : refuseCursor();
}
