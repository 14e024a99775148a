import { Prisma } from '@service/db';
import type { Transaction } from '../context.ts';
import { listedBy } from '../webhooks/index.ts';
import { announceCrossings } from './announce-changes.ts';
import { recordStockEvents, STOCK_EVENTS } from './record-stock-events.ts';
import { STOCK_CHANGES, type StockChange } from './stock-change.ts';
import { stockMovementSql } from './stock-movement.sql.ts';

export interface StockLine {
  variantId: string;
  quantity: number;
}

/**
 * Input: lines of one order, several of which may name a variant. Output: the variants that don't have enough; unless there are none,
 * nothing is reserved. Why one conditional UPDATE with its rows locked in the order of their ids: two checkouts of the
 * same variants can neither oversell nor wait for each other. The movements are written by the same statement.
 */
export async function reserveStock(tx: Transaction, lines: readonly StockLine[]): Promise<string[]> {
  const wanted = JSON.stringify(lines.map(({ variantId, quantity }) => ({ id: variantId, quantity })));
  const moved = Prisma.sql`
    SELECT changed.id, 'reserved', 0::bigint, wanted.quantity, changed.stock_quantity, changed.reserved
    FROM changed JOIN wanted USING (id)`;
  const [row] = await tx.db.sql<[{ short: string[]; changes: StockChange[]; listed: string[] }]>`
    WITH wanted AS (
      SELECT id, sum(quantity)::bigint AS quantity
      FROM jsonb_to_recordset(${wanted}::jsonb) AS wanted(id uuid, quantity bigint) GROUP BY id
    ), locked AS (
      SELECT v.id, v.reserved, v.stock_quantity, v.allow_backorder, v.low_stock_threshold
      FROM variants v
      WHERE v.tenant_id = ${tx.tenantId}::uuid AND v.id = ANY (${lines.map(({ variantId }) => variantId)}::uuid[])
      ORDER BY v.id
      FOR NO KEY UPDATE
    ), short AS (
      SELECT id FROM wanted LEFT JOIN locked USING (id)
      WHERE (locked.allow_backorder OR locked.stock_quantity - locked.reserved >= wanted.quantity) IS NOT TRUE
    ), changed AS (
      UPDATE variants v
      SET reserved = v.reserved + wanted.quantity, updated_at = ${tx.now()}
      FROM locked JOIN wanted USING (id)
      WHERE v.tenant_id = ${tx.tenantId}::uuid AND v.id = locked.id AND NOT EXISTS (SELECT FROM short)
      RETURNING v.*
    ), movements AS (${stockMovementSql(tx, moved)})
    SELECT ARRAY(SELECT id FROM short) AS short,
      ${STOCK_CHANGES} AS changes, ${listedBy(tx, STOCK_EVENTS)} AS listed`;
  const { short, changes, listed } = row;
  announceCrossings(tx, changes);
  await recordStockEvents(tx, changes, { kind: 'reserved', listed });
  return short;
}

/**
 * Locks variants in the order of their ids. Why: a transaction that moves stock and also assigns a number of the store locks all
 * its variants first, or it and a second one wait for each other's variants and number.
 */
export async function lockVariants({ db, tenantId }: Transaction, ids: readonly string[]): Promise<void> {
  await db.sql`
    SELECT FROM variants WHERE tenant_id = ${tenantId}::uuid AND id = ANY (${[...ids]}::uuid[])
    ORDER BY id FOR NO KEY UPDATE`;
}
