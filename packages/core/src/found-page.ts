import { MAX_COUNTED } from '@service/contract';
import { PLANNED_BY_VALUES, Prisma } from '@service/db';
import type { Context } from './context.ts';
import { type CursorQuery, cursorOfRow, type Place, placeOfCursor, rangeOf } from './page.ts';

/** Up to so many found rows are looked up and sorted. Of more, enough are met along the list. */
export const INDEX_LIMIT = 2000;

/** So many rows are looked at before anything is searched for; where most of them match, twice as many as the place of the page. */
const PREFETCH_ROWS = 200;

/** No more rows of the list are looked at: a page that isn't full by then says where the next one goes on. */
const SCAN_LIMIT = 3000;

/** So many where a look at one row takes other tables. */
const JOINED_SCAN_LIMIT = 1000;

/** What leaves some rows of a list. */
export interface Search {
  /** Their `id`, no more than `INDEX_LIMIT + 1`; undefined: no index knows them. */
  found: Prisma.Sql | undefined;
  /** The same as a condition of the row `t`. */
  isMet: Prisma.Sql;
  /** Whether that takes other tables. */
  isJoined?: boolean;
  /** Whether `found` ends as soon as it has so many. Else it collects all of them first, however many there are. */
  isQuick?: boolean;
}

/** An index of trigrams knows nothing of less than three letters in a row, and would read all rows. */
export function isInTrigrams(part: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(part);
}

interface FoundList<Row, Item> {
  table: 'orders' | 'customers' | 'products' | 'refunds';
  /** Of a row `t` of the table, besides its store: what its indexes know. */
  conditions: readonly Prisma.Sql[];
  /** All have to be met. */
  searches: readonly Search[];
  /** In the order of the list. */
  rows(ids: string[]): PromiseLike<readonly Row[]>;
  present(row: Row): Item;
}

/** Which rows are listed: the tables and conditions of a list, and the part of it. */
interface Listing {
  from: Prisma.Sql;
  /** Conditions of a row `t`, beside those of the searches. */
  where: Prisma.Sql;
  searches: readonly Search[];
  skip: number;
  take: number;
  after: Place | undefined;
}

interface Found {
  ids: string[];
  total: number;
  isTotalCapped: boolean;
  /** The last row that was looked at, if the list goes on behind it. */
  lookedUpTo?: Place | undefined;
}

/** Reads a page of a list that is newest first, of all rows or of those that are searched for. */
export async function readFoundPage<Row extends { id: string; createdAt: Date }, Item>(
  ctx: Context,
  query: CursorQuery,
  { table, conditions, searches, rows, present }: FoundList<Row, Item>,
) {
  const { page, pageSize, cursor } = query;
  const skip = cursor === undefined ? rangeOf(query).skip : 0;
  const listing: Listing = {
    from: Prisma.raw(table),
    where: all([Prisma.sql`t.tenant_id = ${ctx.tenantId}::uuid`, ...conditions]),
    searches,
    skip,
    take: pageSize + 1,
    after: cursor === undefined ? undefined : placeOfCursor(cursor),
  };
  const found = searches.length === 0 ? await readAll(ctx, listing) : await search(ctx, listing);
  const shown = await rows(found.ids.slice(0, pageSize));
  const last = found.ids.length > pageSize ? shown.at(-1) : found.lookedUpTo;
  return {
    items: shown.map((row) => present(row)),
    // Where the count ended early there are at least as many as were shown.
    total: found.isTotalCapped && shown.length > 0 ? Math.max(found.total, skip + shown.length) : found.total,
    isTotalCapped: found.isTotalCapped,
    page: cursor === undefined ? page : 1,
    pageSize,
    nextCursor: last ? cursorOfRow(last) : null,
  };
}

async function readAll(ctx: Context, { from, where, skip, take, after }: Listing): Promise<Found> {
  const [{ ids, counted }] = await ctx.db.sql<[{ ids: string[]; counted: number }]>`
    ${Prisma.raw(PLANNED_BY_VALUES)}
    SELECT ARRAY(
      SELECT t.id FROM ${from} t WHERE ${where} AND ${isAfter(after)}
      ORDER BY t.created_at DESC, t.id DESC LIMIT ${take}::int OFFSET ${skip}::int
    ) AS ids, (
      SELECT count(*)::int FROM (
        SELECT FROM ${from} t WHERE ${where} ORDER BY t.created_at DESC, t.id DESC LIMIT ${MAX_COUNTED + 1}::int
      ) counted
    ) AS counted`;
  return { ids, total: Math.min(counted, MAX_COUNTED), isTotalCapped: counted > MAX_COUNTED };
}

/**
 * Why three ways: where most match, the first rows of the list fill the page; few are all found by index and sorted; and of
 * anything between as many are shown as there are among a bounded number of rows. The cursor goes on behind those.
 */
async function search(ctx: Context, listing: Listing): Promise<Found> {
  const { searches, skip, take, after } = listing;
  const limit = searches.some(({ isJoined }) => isJoined) ? JOINED_SCAN_LIMIT : SCAN_LIMIT;
  if (!searches.some(({ isQuick }) => isQuick)) {
    const newest = await look(ctx, listing, PREFETCH_ROWS);
    if (newest.length < PREFETCH_ROWS) return { ...pageOf(newest, listing), isTotalCapped: false };
    const near = Math.min(limit, Math.max(PREFETCH_ROWS, 2 * (skip + take)));
    const most = 2 * newest.filter(({ isMet }) => isMet).length > newest.length;
    if (most || near === PREFETCH_ROWS) {
      const isSeen = near === PREFETCH_ROWS && !after;
      const found = pageOf(isSeen ? newest : await look(ctx, listing, near, after), listing);
      if (found.ids.length === take) return found;
    }
  }
  for (const each of searches) {
    const few = each.found && (await readFew(ctx, listing, each));
    if (few) return few;
  }
  const looked = await look(ctx, listing, limit, after);
  const isEnd = looked.length < limit;
  return {
    ...pageOf(looked, listing),
    isTotalCapped: !isEnd || after !== undefined,
    lookedUpTo: isEnd ? undefined : looked.at(-1),
  };
}

interface Looked {
  id: string;
  createdAt: Date;
  isMet: boolean;
}

/** The first rows of the list, or behind one, and whether each is searched for. */
function look(
  ctx: Context,
  { from, where, searches }: Listing,
  limit: number,
  after?: Place,
): Promise<Looked[]> {
  return ctx.db.sql<Looked[]>`
    ${Prisma.raw(PLANNED_BY_VALUES)}
    SELECT t.id, t.created_at AS "createdAt", ${all(searches.map(({ isMet }) => isMet))} AS "isMet" FROM (
      SELECT t.* FROM ${from} t WHERE ${where} AND ${isAfter(after)}
      ORDER BY t.created_at DESC, t.id DESC LIMIT ${limit}::int
    ) t
    ORDER BY t.created_at DESC, t.id DESC`;
}

/** The page among rows that were looked at. */
function pageOf(looked: readonly Looked[], { skip, take, after }: Listing): Found {
  const met = looked.filter(({ isMet }) => isMet);
  const behind = after ? met.filter((row) => isOlder(row, after)) : met;
  return {
    ids: behind.slice(skip, skip + take).map(({ id }) => id),
    total: met.length,
    isTotalCapped: true,
  };
}

/** What a search finds, if that are few. */
async function readFew(
  ctx: Context,
  { from, where, searches, skip, take, after }: Listing,
  driver: Search,
): Promise<Found | undefined> {
  const others = searches.filter((each) => each !== driver).map(({ isMet }) => isMet);
  const [row] = await ctx.db.sql<[{ isFew: boolean; total: number; ids: string[] }]>`
    WITH found AS MATERIALIZED (${driver.found}),
    few AS MATERIALIZED (
      SELECT t.id, t.created_at FROM (SELECT DISTINCT id FROM found) f
      CROSS JOIN LATERAL (SELECT * FROM ${from} t WHERE t.tenant_id = ${ctx.tenantId}::uuid AND t.id = f.id OFFSET 0) t
      WHERE (SELECT count(*) FROM found) <= ${INDEX_LIMIT}::int AND ${where} AND ${all(others)}
    )
    SELECT (SELECT count(*) FROM found) <= ${INDEX_LIMIT}::int AS "isFew", (SELECT count(*) FROM few)::int AS total, ARRAY(
      SELECT t.id FROM few t WHERE ${isAfter(after)}
      ORDER BY t.created_at DESC, t.id DESC LIMIT ${take}::int OFFSET ${skip}::int
    ) AS ids`;
  return row.isFew ? { ids: row.ids, total: row.total, isTotalCapped: false } : undefined;
}

function isAfter(after: Place | undefined): Prisma.Sql {
  return after
    ? Prisma.sql`(t.created_at, t.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`
    : Prisma.sql`true`;
}

function isOlder(row: Place, { createdAt, id }: Place): boolean {
  return row.createdAt < createdAt || (row.createdAt.getTime() === createdAt.getTime() && row.id < id);
}

const all = (conditions: readonly Prisma.Sql[]) => Prisma.join([Prisma.sql`true`, ...conditions], ' AND ');
