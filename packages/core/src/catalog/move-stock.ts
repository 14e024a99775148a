import type { Transaction } from '../context.ts';

export interface StockMove {
  variantId: string;
  /** Added to what is reserved; negative when a reservation ends. */
  reserved: number;
  /** Added to the stock; negative when goods leave. */
  stock: number;
}

/**
 * Input: changes of stock that happened or were decided, so there is nothing to refuse. Output: none. Why the rows are
 * locked in the order of their ids: like a checkout's, so that the two can't wait for each other. Why nothing falls below 0:
 * a backorder ships what was never counted as stock. A variant that is gone is passed over.
 */
export async function moveStock(tx: Transaction, moves: readonly StockMove[]): Promise<void> {
  if (moves.length === 0) return;
  await tx.db.$executeRaw`
    WITH moves AS (
      SELECT id, sum(reserved)::bigint AS reserved, sum(stock)::bigint AS stock
      FROM jsonb_to_recordset(${JSON.stringify(moves.map(({ variantId, ...move }) => ({ id: variantId, ...move })))}::jsonb)
        AS moves(id uuid, reserved bigint, stock bigint)
      GROUP BY id
    ), locked AS (
      SELECT v.id FROM variants v
      WHERE v.tenant_id = ${tx.tenantId}::uuid AND v.id IN (SELECT id FROM moves)
      ORDER BY v.id
      FOR NO KEY UPDATE
    )
    UPDATE variants v
    SET reserved = greatest(0, v.reserved + moves.reserved),
        stock_quantity = greatest(0, v.stock_quantity + moves.stock),
        updated_at = ${tx.now()}
    FROM locked JOIN moves USING (id)
    WHERE v.id = locked.id`;
}
