import { Prisma } from '@service/db';
import type { Transaction } from '../context.ts';
import { recordingMovements } from './recording-movements.ts';

export interface StockLine {
  variantId: string;
  quantity: number;
}

/**
 * Input: lines of one order, each variant once. Output: the variants that don't have enough; nothing is reserved for
 * good unless the list is empty, because the caller then rolls back. Why one conditional UPDATE with its rows locked in
 * the order of their ids: two checkouts of the same variants can neither oversell nor wait for each other. The
 * movements are written by the same statement.
 */
export async function reserveStock(tx: Transaction, lines: readonly StockLine[]): Promise<string[]> {
  const wanted = JSON.stringify(lines.map(({ variantId, quantity }) => ({ id: variantId, quantity })));
  const moved = Prisma.sql`
    SELECT changed.id, 'reserved', 0::bigint, wanted.quantity, changed.stock_quantity, changed.reserved
    FROM changed JOIN wanted USING (id)`;
  const reserved = await tx.db.$queryRaw<{ id: string }[]>`
    WITH wanted AS (
      SELECT * FROM jsonb_to_recordset(${wanted}::jsonb) AS wanted(id uuid, quantity bigint)
    ), locked AS (
      SELECT v.id, v.reserved, v.stock_quantity, v.allow_backorder
      FROM variants v
      WHERE v.tenant_id = ${tx.tenantId}::uuid AND v.id IN (SELECT id FROM wanted)
      ORDER BY v.id
      FOR NO KEY UPDATE
    ), changed AS (
      UPDATE variants v
      SET reserved = v.reserved + wanted.quantity, updated_at = ${tx.now()}
      FROM locked JOIN wanted USING (id)
      WHERE v.id = locked.id
        AND (locked.allow_backorder OR locked.stock_quantity - locked.reserved >= wanted.quantity)
      RETURNING v.*
    ), movements AS (${recordingMovements(tx, moved)})
    SELECT id FROM changed`;
  const done = new Set(reserved.map(({ id }) => id));
  return lines.filter(({ variantId }) => !done.has(variantId)).map(({ variantId }) => variantId);
}
