import type { Transaction } from '../context.ts';

/**
 * The kinds of entries about units of a line. `ordered` units are reserved with it; `reserved` ones are held again. `released`
 * units are no longer held and for sale again, `written_off` ones are gone. Of `returned` units, some are `restocked` and the
 * others `thrown_away`. Units whose money was paid back are `refunded`, or `return_refunded` where they came back before.
 */
export type GoodsKind =
  | 'reserved'
  | 'shipped'
  | 'released'
  | 'written_off'
  | 'returned'
  | 'restocked'
  | 'thrown_away'
  | 'refunded'
  | 'return_refunded'
  | 'exchanged';

export interface GoodsEntry {
  lineId: string;
  kind: GoodsKind;
  /** Negative for a reversal. */
  units: number;
}

export interface GoodsSource {
  kind: 'order' | 'shipment' | 'refund' | 'return';
  id: string;
}

/**
 * Adds entries to the ledger of an order's goods. The order is locked. A trigger adds them to the sums of their lines and derives
 * the order's fulfilment status in the same statement. Lines without units are left out.
 */
export async function bookGoods(
  tx: Transaction,
  orderId: string,
  source: GoodsSource,
  entries: readonly GoodsEntry[],
): Promise<void> {
  const booked = entries.filter(({ units }) => units !== 0);
  if (booked.length === 0) return;
  await tx.db.sql.count`
    INSERT INTO goods_entries (tenant_id, order_id, line_id, kind, units, source, source_id, booked_at)
    SELECT ${tx.tenantId}::uuid, ${orderId}::uuid, e."lineId", e.kind, e.units, ${source.kind}, ${source.id}::uuid, ${tx.now()}
    FROM jsonb_to_recordset(${JSON.stringify(booked)}::jsonb) AS e("lineId" uuid, kind text, units int)
    RETURNING tenant_id`;
}

/** Reverses the entries of a source and kind that weren't reversed before. The order is locked. */
export async function undoGoods(
  tx: Transaction,
  orderId: string,
  source: GoodsSource,
  kind: GoodsKind,
): Promise<void> {
  await tx.db.sql.count`
    INSERT INTO goods_entries (tenant_id, order_id, line_id, kind, units, source, source_id, booked_at)
    SELECT tenant_id, order_id, line_id, kind, -sum(units), source, source_id, ${tx.now()}
    FROM goods_entries
    WHERE tenant_id = ${tx.tenantId}::uuid AND order_id = ${orderId}::uuid
      AND source = ${source.kind} AND source_id = ${source.id}::uuid AND kind = ${kind}
    GROUP BY tenant_id, order_id, line_id, kind, source, source_id HAVING sum(units) <> 0
    RETURNING tenant_id`;
}
