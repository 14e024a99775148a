import { Prisma } from '@service/db';
import type { Transaction } from './context.ts';

/** The most rows that one transaction reads. */
const ROWS = 1000;

interface Part {
  table: string;
  /** The columns that identify rows of a store, with their types. */
  keys: Readonly<Record<string, 'uuid' | 'integer'>>;
  /** The last row of the previous part; null: this is the first part. */
  after: string | null;
}

export interface TableRange {
  /** The condition on the rows `t` of the part. */
  where: Prisma.Sql;
  /** The last row of the part; null: no rows follow. */
  last: string | null;
}

/**
 * Input: a table of a store, and the row up to which it was read. Output: the next rows, as a condition. So a long table is read
 * in transactions of limited length, without leaving out a row.
 */
export async function nextRange(tx: Transaction, { table, keys, after }: Part): Promise<TableRange> {
  const columns = Prisma.join(Object.keys(keys).map((name) => Prisma.raw(`t.${name}`)));
  const keyOf = (text: string) => {
    const values = text.split(' ');
    return Prisma.join(
      Object.values(keys).map((type, index) => Prisma.sql`${values[index]}::text::${Prisma.raw(type)}`),
    );
  };
  const isBehind = after === null ? Prisma.sql`true` : Prisma.sql`(${columns}) > (${keyOf(after)})`;
  const [found] = await tx.db.sql<{ last: string }[]>`
    SELECT concat_ws(' ', ${columns}) AS last FROM ${Prisma.raw(table)} t
    WHERE t.tenant_id = ${tx.tenantId}::uuid AND ${isBehind}
    ORDER BY ${columns} OFFSET ${ROWS - 1} LIMIT 1`;
  const last = found?.last ?? null;
  const isBefore = last === null ? Prisma.sql`true` : Prisma.sql`(${columns}) <= (${keyOf(last)})`;
  return { where: Prisma.sql`${isBehind} AND ${isBefore}`, last };
}
