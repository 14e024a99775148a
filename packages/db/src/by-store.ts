import type { SystemDb } from './clients.ts';
import { Prisma } from './generated/client.ts';

/**
 * The condition that a column equals the store of a statement, to be appended to others; empty where the statement is for all
 * stores.
 */
export interface OfStore {
  (column: string): Prisma.Sql;
  /** The store as a value; the column where the statement is for all stores. */
  store(column: string): Prisma.Sql;
}

export const OF_ALL_STORES: OfStore = Object.assign(() => Prisma.empty, {
  store: (column: string) => Prisma.raw(column),
});

export function ofStore(tenantId: string): OfStore {
  return Object.assign((column: string) => Prisma.sql`AND ${Prisma.raw(column)} = ${tenantId}::uuid`, {
    store: () => Prisma.sql`${tenantId}::uuid`,
  });
}

type Db = Pick<SystemDb, 'isSpread' | 'sql'>;

/**
 * A change of rows of many stores by a statement that locks or writes. Why not one statement for all: where stores are on several
 * nodes (Citus), such a statement names one store, and is sent to its node as a whole. On one PostgreSQL it's still one
 * statement.
 */
type Take<Taken> = (of: OfStore, limit: number) => Promise<Taken>;

/**
 * Input: how many rows at most; `due`, a query's FROM and WHERE that finds the stores with such rows; and the statement for one
 * store. Returns how many rows were changed.
 */
export async function countByStore(
  db: Db,
  limit: number,
  due: Prisma.Sql,
  take: Take<number>,
): Promise<number> {
  let taken = 0;
  for (const of of await findStores(db, due, limit)) {
    if (taken >= limit) break;
    taken += await take(of, limit - taken);
  }
  return taken;
}

/** The same; returns the changed rows. */
export async function takeByStore<Row>(
  db: Db,
  limit: number,
  due: Prisma.Sql,
  take: Take<Row[]>,
): Promise<Row[]> {
  const taken: Row[] = [];
  for (const of of await findStores(db, due, limit)) {
    if (taken.length >= limit) break;
    taken.push(...(await take(of, limit - taken.length)));
  }
  return taken;
}

/**
 * The stores that get a statement each. Any of them may come first: a store with more rows than the limit delays no other for
 * ever.
 */
export async function findStores(
  db: Db,
  due: Prisma.Sql,
  limit = Number.MAX_SAFE_INTEGER,
): Promise<OfStore[]> {
  if (!db.isSpread) return [OF_ALL_STORES];
  const stores = await db.sql<{ tenantId: string }[]>`
    SELECT tenant_id AS "tenantId" ${due} GROUP BY tenant_id ORDER BY md5(tenant_id::text || now()::text) LIMIT ${limit}::bigint`;
  return stores.map(({ tenantId }) => ofStore(tenantId));
}

/** Divides known rows into groups, each of which can be one statement. */
export function groupsByStore<Row extends { tenantId: string }>(
  db: Pick<SystemDb, 'isSpread'>,
  rows: readonly Row[],
): { of: OfStore; rows: readonly Row[] }[] {
  if (!db.isSpread) return [{ of: OF_ALL_STORES, rows }];
  return [...new Set(rows.map(({ tenantId }) => tenantId))].map((id) => ({
    of: ofStore(id),
    rows: rows.filter(({ tenantId }) => tenantId === id),
  }));
}

/**
 * Returns the key by which rows are grouped for one statement: the store where stores are spread, else one group for all rows.
 */
export function storeKeyOf(db: Pick<SystemDb, 'isSpread'>): (row: { tenantId: string }) => string {
  return ({ tenantId }) => (db.isSpread ? tenantId : '');
}

/** Returns the store of the rows of one statement: where stores are spread, all of them belong to one. */
export function ofRows(db: Pick<SystemDb, 'isSpread'>, rows: readonly { tenantId: string }[]): OfStore {
  const [row] = rows;
  return db.isSpread && row ? ofStore(row.tenantId) : OF_ALL_STORES;
}

/**
 * Input: how many rows at most; a DELETE; and which rows, as a query's FROM and WHERE on a table with the key `id`. Returns how
 * many were deleted. Several workers may do this at once: a row that another transaction has locked stays for the next time.
 */
export function deleteByStore(db: Db, limit: number, deleting: Prisma.Sql, due: Prisma.Sql): Promise<number> {
  return countByStore(
    db,
    limit,
    due,
    (of, most) => db.sql.count`
      WITH taken AS (SELECT tenant_id, id ${due} ${of('tenant_id')} LIMIT ${most} FOR UPDATE SKIP LOCKED)
      ${deleting} WHERE (tenant_id, id) IN (SELECT tenant_id, id FROM taken) ${of('tenant_id')}`,
  );
}
