import { PLANNED_BY_VALUES, Prisma } from '@service/db';
import type { Context } from './context.ts';
import { type CursorQuery, cursorOfRow, placeOfCursor, rangeOf } from './page.ts';

/** Up to so many found rows are looked at one by one. Of more, enough are met along the list. */
export const INDEX_LIMIT = 2000;

/** Where most match, a page is full after so many rows of the list, or twice as many as its place: then nothing is searched for. */
const PREFETCH_ROWS = 200;

/** No more rows of the list are looked at: a page that isn't full by then says where the next one goes on. */
const SCAN_LIMIT = 3000;

/** So many where a look at one row takes other tables, which it doesn't where all that was found is known. */
export const farWhere = (isAllFound: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(CASE WHEN ${isAllFound} THEN ${SCAN_LIMIT}::int ELSE 1000 END)`;

/**
 * What an index of trigrams finds for a part of a text. Of less than three letters in a row it knows nothing and would read all
 * rows: then that is taken for too many, and the newest are looked at.
 */
export function foundByPart(part: string, found: Prisma.Sql): Prisma.Sql {
  return isInTrigrams(part)
    ? found
    : Prisma.sql`SELECT NULL::uuid AS id FROM generate_series(1, ${INDEX_LIMIT + 1}::int)`;
}

export function isInTrigrams(part: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(part);
}

/** What leaves some rows of a list. */
export interface Search {
  /** Their `id`; no more than `INDEX_LIMIT + 1`. */
  found: Prisma.Sql;
  /** The same as a condition of the row `t`. */
  isMet: Prisma.Sql;
  /** The same for many rows, where that takes another way. */
  isMetOfMany?: Prisma.Sql;
  /** How many rows of the list are looked at, by `farWhere`; `SCAN_LIMIT` when absent. */
  far?: Prisma.Sql;
  /** Whether `found` ends as soon as it has so many. Else it collects all of them first, however many there are. */
  isQuick: boolean;
}

interface FoundList<Row, Item> {
  table: 'orders' | 'customers' | 'products' | 'refunds';
  /** Of a row `t` of the table, besides its store: what its indexes know. */
  conditions: readonly Prisma.Sql[];
  /** All have to be met; the first is searched for. */
  searches: readonly [Search, ...Search[]];
  rows(ids: string[]): PromiseLike<readonly Row[]>;
  present(row: Row): Item;
}

interface Found {
  ids: string[];
  total: number;
  isTotalCapped: boolean;
  /** The last row that was looked at, if the list goes on behind it. */
  lookedUpTo: { id: string; createdAt: string } | null;
}

/**
 * Reads a page of what was found, newest first. Why three ways in one statement, of which only those run that are needed:
 * where most match, the first rows of the list fill the page; few are all found by index and sorted; and of anything
 * between as many are shown as there are among a bounded number of rows. The cursor goes on behind those.
 */
export async function readFoundPage<Row extends { id: string; createdAt: Date }, Item>(
  ctx: Context,
  query: CursorQuery,
  { table, conditions, searches: [search, ...others], rows, present }: FoundList<Row, Item>,
) {
  const { page, pageSize, cursor } = query;
  const skip = cursor === undefined ? rangeOf(query).skip : 0;
  const from = Prisma.raw(table);
  const where = Prisma.join([Prisma.sql`t.tenant_id = ${ctx.tenantId}::uuid`, ...conditions], ' AND ');
  const isAfter = cursor === undefined ? Prisma.sql`true` : after(placeOfCursor(cursor));
  const areMet = Prisma.join([Prisma.sql`true`, ...others.map(({ isMet }) => isMet)], ' AND ');
  const far = Prisma.sql`(SELECT rows FROM far)`;
  const near = Math.min(SCAN_LIMIT, Math.max(PREFETCH_ROWS, 2 * (skip + pageSize)));
  const look = (count: number | Prisma.Sql, condition: Prisma.Sql, isMet = search.isMet) => Prisma.sql`
    SELECT t.id, t.created_at, ${isMet} AND ${areMet} AS is_met FROM (
      SELECT t.* FROM ${from} t WHERE ${where} AND ${condition}
      ORDER BY t.created_at DESC, t.id DESC LIMIT ${count}
    ) t`;
  const isIn = (way: string) => Prisma.sql`(SELECT name = ${way} FROM way)`;
  const [listed] = await ctx.db.sql<[Found]>`
    ${Prisma.raw(PLANNED_BY_VALUES)}
    WITH first AS MATERIALIZED (${look(search.isQuick ? 0 : PREFETCH_ROWS, isAfter)}),
    near AS MATERIALIZED (${near === PREFETCH_ROWS ? Prisma.sql`SELECT * FROM first` : look(near, Prisma.sql`${isAfter} AND (SELECT 2 * count(*) FILTER (WHERE is_met) > count(*) FROM first)`)}),
    is_near AS MATERIALIZED (
      SELECT count(*) > 0 AND (count(*) < ${near}::int OR count(*) FILTER (WHERE is_met) > ${skip + pageSize}::int) AS yes
      FROM near
    ),
    found AS MATERIALIZED (
      SELECT f.id FROM (${search.found}) f WHERE NOT (SELECT yes FROM is_near)
    ),
    way AS MATERIALIZED (
      SELECT CASE WHEN yes THEN 'near' WHEN (SELECT count(*) FROM found) > ${INDEX_LIMIT}::int THEN 'far' ELSE 'few' END AS name
      FROM is_near
    ),
    matched AS MATERIALIZED (
      SELECT t.id, t.created_at FROM (SELECT DISTINCT id FROM found) f
      CROSS JOIN LATERAL (SELECT t.id, t.created_at FROM ${from} t WHERE t.id = f.id AND ${where} AND ${areMet} LIMIT 1) t
      WHERE ${isIn('few')}
    ),
    far AS MATERIALIZED (SELECT CASE WHEN ${isIn('far')} THEN ${search.far ?? SCAN_LIMIT}::int ELSE 0 END AS rows),
    looked AS MATERIALIZED (
      SELECT * FROM near WHERE ${isIn('near')}
      UNION ALL (${look(far, Prisma.sql`${isAfter} AND ${isIn('far')}`, search.isMetOfMany)})
    ),
    newest AS MATERIALIZED (${cursor === undefined ? Prisma.sql`SELECT * FROM looked` : look(near, Prisma.sql`NOT ${isIn('few')}`)}),
    listed AS (
      SELECT t.id, t.created_at FROM matched t WHERE ${isAfter}
      UNION ALL SELECT id, created_at FROM looked WHERE is_met
    )
    SELECT ((SELECT count(*) FROM matched) + (SELECT count(*) FROM newest WHERE is_met))::int AS total,
      (SELECT count(*) FROM newest) = CASE WHEN ${isIn('far')} AND ${cursor === undefined} THEN ${far} ELSE ${near}::int END AS "isTotalCapped",
      ARRAY(
        SELECT id FROM listed ORDER BY created_at DESC, id DESC LIMIT ${pageSize + 1}::int OFFSET ${skip}::int
      ) AS ids,
      (
        SELECT json_build_object('id', id, 'createdAt', created_at) FROM looked
        WHERE CASE WHEN ${isIn('far')} THEN (SELECT count(*) FROM looked) = ${far} END ORDER BY created_at, id LIMIT 1
      ) AS "lookedUpTo"`;
  const shown = await rows(listed.ids.slice(0, pageSize));
  const last = shown.at(-1);
  return {
    items: shown.map((row) => present(row)),
    // Where the count ended early there are at least as many as were shown.
    total:
      listed.isTotalCapped && shown.length > 0 ? Math.max(listed.total, skip + shown.length) : listed.total,
    isTotalCapped: listed.isTotalCapped,
    page: cursor === undefined ? page : 1,
    pageSize,
    nextCursor: last && listed.ids.length > pageSize ? cursorOfRow(last) : cursorBehind(listed),
  };
}

function cursorBehind({ lookedUpTo }: Found): string | null {
  return lookedUpTo && cursorOfRow({ id: lookedUpTo.id, createdAt: new Date(lookedUpTo.createdAt) });
}

function after({ createdAt, id }: { createdAt: Date; id: string }): Prisma.Sql {
  return Prisma.sql`(t.created_at, t.id) < (${createdAt}, ${id}::uuid)`;
}
