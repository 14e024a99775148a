import type { StockMovementKind } from '@service/contract';
import { Prisma } from '@service/db';
import type { Transaction } from '../context.ts';
import { listedBy } from '../webhooks/index.ts';
import { announceCrossings } from './announce-changes.ts';
import { recordStockEvents, STOCK_EVENTS } from './record-stock-events.ts';
import { STOCK_CHANGES, type StockChange } from './stock-change.ts';
import { stockMovementSql } from './stock-movement.sql.ts';

export interface StockMove {
  variantId: string;
  kind: Extract<StockMovementKind, 'released' | 'shipped' | 'returned' | 'written_off'>;
  /** Added to the reserved quantity; negative when a reservation ends. */
  reserved: number;
  /** Added to the stock; negative when goods leave. */
  stock: number;
}

/**
 * Input: changes of stock that happened or were decided, so there is nothing to refuse; a variant may be named by several lines.
 * Output: none. Each kind of movement is a statement of its own, which sums the changes of each variant.
 */
export async function moveStock(tx: Transaction, moves: readonly StockMove[]): Promise<void> {
  for (const kind of new Set(moves.map((move) => move.kind)))
    await moveKind(
      tx,
      kind,
      moves.filter((move) => move.kind === kind),
    );
}

/**
 * Why the rows are locked in the order of their ids: like a checkout's, so that the two can't wait for each other. Why nothing
 * falls below 0: a backorder ships goods that were never counted as stock; the movement, written by the same statement, returns
 * the real change. A variant that doesn't exist any more is skipped.
 */
async function moveKind(
  tx: Transaction,
  kind: StockMove['kind'],
  moves: readonly StockMove[],
): Promise<void> {
  const wanted = JSON.stringify(moves.map(({ variantId: id, reserved, stock }) => ({ id, reserved, stock })));
  const moved = Prisma.sql`
    SELECT changed.id, ${kind}::text, changed.stock_quantity - locked.stock_quantity, changed.reserved - locked.reserved,
      changed.stock_quantity, changed.reserved
    FROM changed JOIN locked USING (id)`;
  const [row] = await tx.db.sql<[{ changes: StockChange[]; listed: string[] }]>`
    WITH moves AS (
      SELECT id, sum(reserved)::bigint AS reserved, sum(stock)::bigint AS stock
      FROM jsonb_to_recordset(${wanted}::jsonb) AS moves(id uuid, reserved bigint, stock bigint) GROUP BY id
    ), locked AS (
      SELECT v.id, v.stock_quantity, v.reserved, v.allow_backorder, v.low_stock_threshold FROM variants v
      WHERE v.tenant_id = ${tx.tenantId}::uuid AND v.id = ANY (${moves.map(({ variantId }) => variantId)}::uuid[])
      ORDER BY v.id
      FOR NO KEY UPDATE
    ), changed AS (
      UPDATE variants v
      SET reserved = greatest(0, v.reserved + moves.reserved),
          stock_quantity = greatest(0, v.stock_quantity + moves.stock),
          updated_at = ${tx.now()}
      FROM locked JOIN moves USING (id)
      WHERE v.tenant_id = ${tx.tenantId}::uuid AND v.id = locked.id
      RETURNING v.*
    ), movements AS (${stockMovementSql(tx, moved)})
    SELECT ${STOCK_CHANGES} AS changes, ${listedBy(tx, STOCK_EVENTS)} AS listed`;
  announceCrossings(tx, row.changes);
  await recordStockEvents(tx, row.changes, { kind, listed: row.listed });
}
