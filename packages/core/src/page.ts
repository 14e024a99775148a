import { MAX_COUNTED, refuse } from '@service/contract';

export interface Range {
  skip: number;
  take: number;
}

export interface PageQuery {
  /** The number of the page, from 1. */
  page: number;
  pageSize: number;
}

/** Less than every id: a page sorted by id starts after it. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** The order of lists, unless one has its own. */
export const NEWEST_FIRST = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];

/** The rows of a list that a page shows. */
export function rangeOf({ page, pageSize }: PageQuery): Range {
  return { skip: (page - 1) * pageSize, take: pageSize };
}

interface List<Row, Item> {
  count: PromiseLike<number>;
  rows(range: Range): PromiseLike<readonly Row[]>;
  present(row: Row): Item;
}

/** Reads one page of a list, and the number of all its rows. */
export async function readPage<Row, Item>(query: PageQuery, { count, rows, present }: List<Row, Item>) {
  const [total, found] = await Promise.all([count, rows(rangeOf(query))]);
  return { items: found.map((row) => present(row)), total, page: query.page, pageSize: query.pageSize };
}

export interface CursorQuery extends PageQuery {
  /** Continues after a row, without counting pages. */
  cursor?: string | undefined;
}

interface LongList<Row, Item> extends List<Row, Item> {
  /** The limit of the count, plus one: counting all rows of a long list takes longer than everything else. */
  limit: number;
  cursorOf(row: Row): string;
}

/** Reads a page by its number or from a cursor. It reads one row more than the page has, to see whether another page follows. */
export async function readCursorPage<Row, Item>(query: CursorQuery, list: LongList<Row, Item>) {
  const { page, pageSize, cursor } = query;
  const skip = cursor ? 0 : rangeOf(query).skip;
  const [counted, found] = await Promise.all([list.count, list.rows({ skip, take: pageSize + 1 })]);
  const shown = found.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => list.present(row)),
    total: Math.min(counted, list.limit),
    isTotalCapped: counted > list.limit,
    page: cursor ? 1 : page,
    pageSize,
    nextCursor: last && found.length > pageSize ? list.cursorOf(last) : null,
  };
}

/** Refuses a cursor of another list, or a text that is no cursor. */
export function refuseCursor(): never {
  refuse('validation_failed', 'The cursor doesn’t come from this list.', [
    { path: '/query/cursor', code: 'cursor', message: 'must be the nextCursor of another page' },
  ]);
}

/** A page of a list that is sorted newest first. */
interface NewestRange extends Range {
  orderBy: typeof NEWEST_FIRST;
}

/** The page to read of such a list: the number of rows, and the row after which it starts. */
interface NewestPart extends NewestRange {
  /** A condition in addition to the list's own. */
  older: object;
}

interface NewestList<Row, Item> {
  /**
   * Counts the rows in the list's order: without an order, Postgres estimates that reading the whole table is cheap, and would
   * start with other stores' rows.
   */
  count(part: { orderBy: typeof NEWEST_FIRST; take: number }): PromiseLike<number>;
  rows(part: NewestPart): PromiseLike<readonly Row[]>;
  present(row: Row): Item;
}

/** Reads a page of a long list that is sorted newest first, by its number or from a cursor. */
export function readNewest<Row extends Place, Item>(
  query: CursorQuery,
  { count, rows, present }: NewestList<Row, Item>,
) {
  const after = query.cursor === undefined ? undefined : placeOfCursor(query.cursor);
  // The first of the two conditions determines where the index is entered.
  const older = after
    ? {
        createdAt: { lte: after.createdAt },
        OR: [{ createdAt: { lt: after.createdAt } }, { id: { lt: after.id } }],
      }
    : {};
  return readCursorPage(query, {
    limit: MAX_COUNTED,
    count: count({ orderBy: NEWEST_FIRST, take: MAX_COUNTED + 1 }),
    rows: (range) => rows({ ...range, orderBy: NEWEST_FIRST, older }),
    present,
    cursorOf: cursorOfRow,
  });
}

/** The position of a row in a list: its sort key, and its age among equal ones. */
export interface Place {
  createdAt: Date;
  id: string;
  /** Absent: `newest`, which has no key. */
  order?: string;
  key?: string;
}

export function cursorOfRow({ order = 'newest', createdAt, id, key = '' }: Place): string {
  return Buffer.from([order, createdAt.toISOString(), id, key].join('|')).toString('base64url');
}

const CURSOR =
  /^(-?\w+)\|(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\|([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\|(.*)$/s;

/** Refuses a text that `cursorOfRow` didn't make for a row of a list in this order. */
export function placeOfCursor(cursor: string, expected = 'newest'): Required<Place> {
  const [, order, at, id, key = ''] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const createdAt = new Date(at ?? '');
  if (!id || order !== expected || Number.isNaN(createdAt.getTime())) refuseCursor();
  return { order, createdAt, id, key };
}
