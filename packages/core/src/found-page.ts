import { MAX_COUNTED } from '@service/contract';
import { PLANNED_BY_VALUES, Prisma } from '@service/db';
import type { Context } from './context.ts';
import { type CursorQuery, cursorOfRow, placeOfCursor, rangeOf } from './page.ts';

/** Up to so many found rows are looked at one by one. Of more, enough are met along the list. */
export const FEW = 5000;

/** A count that no index gives looks at so many of the newest. */
const LOOKED_AT = 2000;

interface FoundList<Row, Item> {
  table: 'orders' | 'customers' | 'products' | 'refunds';
  /** Of a row `t` of the table, besides its store. */
  conditions: readonly Prisma.Sql[];
  /** What a search or filter leaves, as `id`: no more than `FEW + 1`. */
  found: Prisma.Sql;
  /** The same as a condition of `t`. */
  isMet: Prisma.Sql;
  rows(ids: string[]): PromiseLike<readonly Row[]>;
  present(row: Row): Item;
}

interface FoundIds {
  ids: string[];
  total: number;
  isTotalCapped: boolean;
}

/**
 * Reads a page of what was found, newest first. Why two ways in one statement: of few that were found all are sorted, and
 * where many were found the list is walked along, since the page is full soon. Only one of them runs.
 */
export async function readFoundPage<Row extends { id: string; createdAt: Date }, Item>(
  ctx: Context,
  query: CursorQuery,
  { table, conditions, found, isMet, rows, present }: FoundList<Row, Item>,
) {
  const { page, pageSize, cursor } = query;
  const skip = cursor === undefined ? rangeOf(query).skip : 0;
  const from = Prisma.raw(table);
  const where = Prisma.join([Prisma.sql`t.tenant_id = ${ctx.tenantId}::uuid`, ...conditions], ' AND ');
  const isMany = Prisma.sql`(SELECT count(*) FROM found) > ${FEW}::int`;
  const isAfter = cursor === undefined ? Prisma.sql`true` : after(placeOfCursor(cursor));
  const tail = Prisma.sql`ORDER BY t.created_at DESC, t.id DESC LIMIT ${pageSize + 1}::int OFFSET ${skip}::int`;
  const [listed] = await ctx.db.$queryRaw<[FoundIds]>`
    ${Prisma.raw(PLANNED_BY_VALUES)}
    WITH found AS MATERIALIZED (${found}), matched AS MATERIALIZED (
      SELECT t.id, t.created_at FROM (SELECT DISTINCT id FROM found) f
      CROSS JOIN LATERAL (SELECT t.id, t.created_at FROM ${from} t WHERE t.id = f.id AND ${where} LIMIT 1) t
      WHERE NOT ${isMany}
    ), looked AS MATERIALIZED (
      SELECT count(*) AS rows, count(*) FILTER (WHERE ${isMet}) AS met FROM (
        SELECT t.* FROM ${from} t WHERE ${where} AND ${isMany} ORDER BY t.created_at DESC, t.id DESC LIMIT ${LOOKED_AT}::int
      ) t
    )
    SELECT least((SELECT count(*) FROM matched) + looked.met, ${MAX_COUNTED}::int)::int AS total,
      looked.rows = ${LOOKED_AT}::int AS "isTotalCapped",
      ARRAY(
        (SELECT t.id FROM matched t WHERE ${isAfter} ${tail})
        UNION ALL
        (SELECT t.id FROM ${from} t WHERE ${where} AND ${isMany} AND ${isAfter} AND ${isMet} ${tail})
      ) AS ids
    FROM looked`;
  const shown = await rows(listed.ids.slice(0, pageSize));
  const last = shown.at(-1);
  return {
    items: shown.map((row) => present(row)),
    // Where the count ended early there are at least as many as were shown.
    total: listed.isTotalCapped ? Math.max(listed.total, skip + shown.length) : listed.total,
    isTotalCapped: listed.isTotalCapped,
    page: cursor === undefined ? page : 1,
    pageSize,
    nextCursor: last && listed.ids.length > pageSize ? cursorOfRow(last) : null,
  };
}

function after({ createdAt, id }: { createdAt: Date; id: string }): Prisma.Sql {
  return Prisma.sql`(t.created_at, t.id) < (${createdAt}, ${id}::uuid)`;
}
