import { FORMATS, MAX_COUNTED } from '@service/contract';
import { PLANNED_BY_VALUES, Prisma } from '@service/db';
import type { Context } from './context.ts';
import { type CursorQuery, cursorOfRow, type Place, placeOfCursor, rangeOf, refuseCursor } from './page.ts';

/** Up to this many found rows are looked up and sorted. If there are more, enough matches are found along the list. */
export const INDEX_LIMIT = 2000;

/** This many rows are scanned before any search; if most of them match, twice as many as the place of the page. */
const PREFETCH_ROWS = 200;

/** No more rows of the list are scanned: a page that isn't full by then has a cursor for the rest. */
const SCAN_LIMIT = 3000;

/** The limit of a scan that reads other tables for each row. */
const JOINED_SCAN_LIMIT = 1000;

/** A condition that selects some rows of a list. */
export interface Search {
  /** Their `id`, at most `INDEX_LIMIT + 1`; undefined: no index has them. */
  found: Prisma.Sql | undefined;
  /** The same as a condition of the row `t`. */
  isMet: Prisma.Sql;
  /** Whether the condition reads other tables. */
  isJoined?: boolean;
  /** Whether `found` ends as soon as it has this many. Else it collects all of them first, however many there are. */
  isQuick?: boolean;
}

/** An index of trigrams needs at least three letters in a row, and would read all rows. */
export function isInTrigrams(part: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(part);
}

/** Another order than the newest first. Rows with the same key are in the order of their ids. */
export interface Sorting {
  /** Its name in the query; with a minus the largest come first. */
  name: string;
  /** A column of the row `t`. An index has it and the id behind the store. */
  key: Prisma.Sql;
  type: 'timestamptz' | 'bigint' | 'text';
  /** The source of the rows, if the table lacks the key. */
  from?: Prisma.Sql;
}

/** Whether every list can be sorted by it, with indexes of conditions that have it behind their condition. */
const AGE: Omit<Sorting, 'name'> = { key: Prisma.sql`t.created_at`, type: 'timestamptz' };

const NEWEST: Sorting = { name: '-createdAt', ...AGE };

/** The age and each further key in both directions, as queries name them. */
export function sortings<Name extends string>(keys: Record<Name, Omit<Sorting, 'name'>>) {
  const both = Object.entries<Omit<Sorting, 'name'>>({ createdAt: AGE, ...keys }).flatMap(([name, key]) =>
    [name, `-${name}`].map((each) => [each, { name: each, ...key }] as const),
  );
  return Object.fromEntries(both) as Record<'createdAt' | '-createdAt' | Name | `-${Name}`, Sorting>;
}

interface FoundList<Row, Item> {
  table: 'orders' | 'customers' | 'products' | 'refunds' | 'former_orders';
  /** Conditions on a row `t` of the table, besides its store, which the table's indexes cover. */
  conditions: readonly Prisma.Sql[];
  /** All have to be met. */
  searches: readonly Search[];
  sorting?: Sorting | undefined;
  /** In any order. */
  rows(ids: string[]): PromiseLike<readonly Row[]>;
  present(row: Row): Item;
}

/** The listed rows: the tables and conditions of a list, and the part of it. */
interface Listing {
  from: Prisma.Sql;
  sorting: Sorting;
  /** Conditions of a row `t`, beside those of the searches. */
  where: Prisma.Sql;
  searches: readonly Search[];
  skip: number;
  take: number;
  after: Place | undefined;
}

/** A row by its id, and its sort key. */
type Entry = [id: string, key: string | number];

interface Found {
  entries: Entry[];
  total: number;
  isTotalCapped: boolean;
  /** The last row that was scanned, if the list continues behind it. */
  lookedUpTo?: Place | undefined;
}

/** Reads a page of a list, newest first or sorted otherwise: of all rows or of those that match a search. */
export async function readFoundPage<Row extends { id: string; createdAt: Date }, Item>(
  ctx: Context,
  query: CursorQuery,
  { table, conditions, searches, sorting = NEWEST, rows, present }: FoundList<Row, Item>,
) {
  const { page, pageSize, cursor } = query;
  const skip = cursor === undefined ? rangeOf(query).skip : 0;
  const ofStore = Prisma.sql`t.tenant_id = ${ctx.tenantId}::uuid`;
  // For another sort key than the age a condition is one more search, which is bounded.
  const isIndexed = sorting.key === AGE.key || conditions.length === 0;
  const listing: Listing = {
    from: sorting.from ?? Prisma.raw(table),
    sorting,
    where: isIndexed ? all([ofStore, ...conditions]) : ofStore,
    searches: isIndexed ? searches : [...searches, searchOf(table, ofStore, all(conditions))],
    skip,
    take: pageSize + 1,
    after: cursor === undefined ? undefined : placeIn(sorting, cursor),
  };
  const found = listing.searches.length === 0 ? await readAll(ctx, listing) : await search(ctx, listing);
  const entries = found.entries.slice(0, pageSize);
  const byId = new Map((await rows(entries.map(([id]) => id))).map((row) => [row.id, row]));
  const shown = entries.flatMap(([id, key]) => {
    const row = byId.get(id);
    return row ? [{ row, key: String(key) }] : [];
  });
  const end = shown.at(-1);
  const last =
    found.entries.length > pageSize && end
      ? { id: end.row.id, createdAt: end.row.createdAt, key: end.key }
      : found.lookedUpTo;
  return {
    items: shown.map(({ row }) => present(row)),
    // If the count ended early, there are at least as many rows as were shown.
    total: found.isTotalCapped && shown.length > 0 ? Math.max(found.total, skip + shown.length) : found.total,
    isTotalCapped: found.isTotalCapped,
    page: cursor === undefined ? page : 1,
    pageSize,
    nextCursor: last ? cursorOfRow({ ...last, order: sorting.name }) : null,
  };
}

function searchOf(table: string, ofStore: Prisma.Sql, isMet: Prisma.Sql): Search {
  return {
    found: Prisma.sql`SELECT t.id FROM ${Prisma.raw(table)} t WHERE ${ofStore} AND ${isMet} LIMIT ${INDEX_LIMIT + 1}::int`,
    isMet,
    isQuick: true,
  };
}

/** Refuses a cursor of another order, and a key that isn't of its type. */
function placeIn({ name, type }: Sorting, cursor: string): Place {
  const place = placeOfCursor(cursor, name);
  return { ...place, key: READ_KEY[type](place.key) ?? refuseCursor() };
}

/** The key as PostgreSQL reads it; undefined: it is none. */
const READ_KEY: Record<Sorting['type'], (key: string) => string | undefined> = {
  timestamptz: (key) => (FORMATS['date-time'](key) ? new Date(key).toISOString() : undefined),
  bigint: (key) => (/^-?\d{1,18}$/.test(key) ? key : undefined),
  text: (key) => (key.includes('\0') ? undefined : key),
};

async function readAll(ctx: Context, listing: Listing): Promise<Found> {
  const { from, where } = listing;
  const [{ entries, counted }] = await ctx.db.sql<[{ entries: Entry[]; counted: number }]>`
    ${Prisma.raw(PLANNED_BY_VALUES)}
    SELECT ${entriesOf(listing, Prisma.sql`${from} t WHERE ${where}`)} AS entries, (
      SELECT count(*)::int FROM (
        SELECT FROM ${from} t WHERE ${where} ${inOrder(listing)} LIMIT ${MAX_COUNTED + 1}::int
      ) counted
    ) AS counted`;
  return { entries, total: Math.min(counted, MAX_COUNTED), isTotalCapped: counted > MAX_COUNTED };
}

/** The page of the rows `t` that a FROM and its WHERE select. */
function entriesOf(listing: Listing, rows: Prisma.Sql): Prisma.Sql {
  const { sorting, skip, take } = listing;
  return Prisma.sql`(
    SELECT coalesce(jsonb_agg(jsonb_build_array(e.id, e.key)), '[]') FROM (
      SELECT t.id, ${sorting.key} AS key FROM ${rows} AND ${isAfter(listing)}
      ${inOrder(listing)} LIMIT ${take}::int OFFSET ${skip}::int
    ) e
  )`;
}

/**
 * Why three ways: where most rows match, the first rows of the list fill the page; few matches are all found by index and sorted;
 * otherwise the page shows the matches among a bounded number of rows, and the cursor continues behind those.
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
      if (found.entries.length === take) return found;
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

interface Looked extends Place {
  key: string;
  isMet: boolean;
  isBehind: boolean;
}

/** The first rows of the list, or those behind one, and whether each matches. */
async function look(ctx: Context, listing: Listing, limit: number, after?: Place): Promise<Looked[]> {
  const { from, where, searches, sorting } = listing;
  const looked = await ctx.db.sql<(Omit<Looked, 'key'> & { key: string | number })[]>`
    ${Prisma.raw(PLANNED_BY_VALUES)}
    SELECT t.id, t.created_at AS "createdAt", to_jsonb(${sorting.key}) AS key, ${isAfter(listing)} AS "isBehind",
      ${all(searches.map(({ isMet }) => isMet))} AS "isMet"
    FROM (
      SELECT t.* FROM ${from} t WHERE ${where} AND ${isAfter({ sorting, after })}
      ${inOrder(listing)} LIMIT ${limit}::int
    ) t
    ${inOrder(listing)}`;
  return looked.map((row) => ({ ...row, key: String(row.key) }));
}

/** The page among scanned rows. */
function pageOf(looked: readonly Looked[], { skip, take }: Listing): Found {
  const met = looked.filter(({ isMet }) => isMet);
  return {
    entries: met
      .filter(({ isBehind }) => isBehind)
      .slice(skip, skip + take)
      .map(({ id, key }) => [id, key]),
    total: met.length,
    isTotalCapped: true,
  };
}

/** Reads the rows that a search finds, if they are few. */
async function readFew(ctx: Context, listing: Listing, driver: Search): Promise<Found | undefined> {
  const { from, where, searches } = listing;
  const others = searches.filter((each) => each !== driver).map(({ isMet }) => isMet);
  const [row] = await ctx.db.sql<[{ isFew: boolean; total: number; entries: Entry[] }]>`
    WITH found AS MATERIALIZED (${driver.found}),
    few AS MATERIALIZED (
      SELECT t.* FROM (SELECT DISTINCT id FROM found) f
      CROSS JOIN LATERAL (SELECT * FROM ${from} t WHERE t.tenant_id = ${ctx.tenantId}::uuid AND t.id = f.id OFFSET 0) t
      WHERE (SELECT count(*) FROM found) <= ${INDEX_LIMIT}::int AND ${where} AND ${all(others)}
    )
    SELECT (SELECT count(*) FROM found) <= ${INDEX_LIMIT}::int AS "isFew", (SELECT count(*) FROM few)::int AS total,
      ${entriesOf(listing, Prisma.sql`few t WHERE true`)} AS entries`;
  return row.isFew ? { entries: row.entries, total: row.total, isTotalCapped: false } : undefined;
}

function inOrder({ sorting: { name, key } }: Pick<Listing, 'sorting'>): Prisma.Sql {
  const direction = Prisma.raw(name.startsWith('-') ? 'DESC' : 'ASC');
  return Prisma.sql`ORDER BY ${key} ${direction}, t.id ${direction}`;
}

function isAfter({ sorting: { name, key, type }, after }: Pick<Listing, 'sorting' | 'after'>): Prisma.Sql {
  if (!after) return Prisma.sql`true`;
  const behind = Prisma.raw(name.startsWith('-') ? '<' : '>');
  return Prisma.sql`(${key}, t.id) ${behind} (${after.key}::${Prisma.raw(type)}, ${after.id}::uuid)`;
}

const all = (conditions: readonly Prisma.Sql[]) => Prisma.join([Prisma.sql`true`, ...conditions], ' AND ');
