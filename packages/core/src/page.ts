import { refuse } from '@service/contract';

export interface Range {
  skip: number;
  take: number;
}

export interface PageQuery {
  /** From 1. */
  page: number;
  pageSize: number;
}

/** The order of lists, unless one says otherwise. */
export const NEWEST_FIRST = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];

/** Where a page lies among the rows of a list. */
export function rangeOf({ page, pageSize }: PageQuery): Range {
  return { skip: (page - 1) * pageSize, take: pageSize };
}

interface List<Row, Item> {
  count: PromiseLike<number>;
  rows(range: Range): PromiseLike<readonly Row[]>;
  present(row: Row): Item;
}

/** Reads one page of a list, and how many rows the whole list has. */
export async function readPage<Row, Item>(query: PageQuery, { count, rows, present }: List<Row, Item>) {
  const [total, found] = await Promise.all([count, rows(rangeOf(query))]);
  return { items: found.map((row) => present(row)), total, page: query.page, pageSize: query.pageSize };
}

export interface CursorQuery extends PageQuery {
  /** Continues after a row instead of counting pages. */
  cursor?: string | undefined;
}

interface LongList<Row, Item> extends List<Row, Item> {
  /** What was counted up to one beyond the limit: counting all of a long list takes longer than everything else. */
  limit: number;
  cursorOf(row: Row): string;
}

/** Reads a page by its number or from a cursor. One row more than the page shows whether another follows. */
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

/** Refuses what isn't a cursor of the list. */
export function refuseCursor(): never {
  refuse('validation_failed', 'The cursor doesn’t come from this list.', [
    { path: '/query/cursor', code: 'cursor', message: 'must be the nextCursor of another page' },
  ]);
}
