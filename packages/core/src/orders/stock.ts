import type { OrderLineModel } from '@service/db';
import { moveStock, reserveStock } from '../catalog/index.ts';
import type { Transaction } from '../context.ts';

/** Units of an order line that are still reserved: neither shipped nor released. */
export function openQuantity(line: {
  quantity: number;
  shippedQuantity: number;
  releasedQuantity: number;
}): number {
  return line.quantity - line.shippedQuantity - line.releasedQuantity;
}

/**
 * Units of an order line that may still leave: held for it and not refunded. What a refund takes back is taken from the
 * units that are still here, as its `restock` does; that of a return is of what came back.
 */
export function shippableQuantity(line: {
  quantity: number;
  shippedQuantity: number;
  releasedQuantity: number;
  refundedQuantity: number;
  refundedReturnQuantity: number;
}): number {
  const gone = Math.max(line.releasedQuantity, line.refundedQuantity - line.refundedReturnQuantity);
  return Math.max(0, line.quantity - line.shippedQuantity - gone);
}

/** Units of an order line whose money may still go back: neither refunded nor exchanged. */
export function refundableQuantity(line: {
  quantity: number;
  refundedQuantity: number;
  exchangedQuantity: number;
}): number {
  return Math.max(0, line.quantity - line.refundedQuantity - line.exchangedQuantity);
}

/**
 * The share that these units have in an amount of their whole line. Cumulative with those that were refunded or exchanged before,
 * so that all units of a line together are the amount to the cent.
 */
export function shareOfUnits(
  { quantity, refundedQuantity, exchangedQuantity }: OrderLineModel,
  amount: bigint,
  units: number,
): bigint {
  const before = refundedQuantity + exchangedQuantity;
  const upTo = (count: number) => (amount * BigInt(count)) / BigInt(quantity);
  return upTo(before + units) - upTo(before);
}

/** What happens to goods that are no longer held: they are for sale again, or removed from the stock. */
export type Released = 'released' | 'written_off';

/** Ends what the order still holds. The order is locked. */
export async function releaseStock(
  tx: Transaction,
  orderId: string,
  kind: Released = 'released',
): Promise<void> {
  const lines = await tx.db.orderLine.findMany({ where: { orderId } });
  const open = lines.filter((line) => openQuantity(line) > 0);
  await moveStock(
    tx,
    open.map((line) => ({
      variantId: line.variantId,
      kind,
      reserved: -openQuantity(line),
      stock: kind === 'written_off' ? -openQuantity(line) : 0,
    })),
  );
  await tx.db.sql.count`
    UPDATE order_lines SET released_quantity = quantity - shipped_quantity
    WHERE tenant_id = ${tx.tenantId}::uuid AND order_id = ${orderId}::uuid`;
}

/** Reserves again what was released, all of it or nothing; returns whether there was enough. The order is locked. */
export async function holdStockAgain(tx: Transaction, orderId: string): Promise<boolean> {
  const lines = await tx.db.orderLine.findMany({ where: { orderId, releasedQuantity: { gt: 0 } } });
  const wanted = lines.map(({ variantId, releasedQuantity }) => ({ variantId, quantity: releasedQuantity }));
  if ((await reserveStock(tx, wanted)).length > 0) return false;
  await tx.db.orderLine.updateMany({ where: { orderId }, data: { releasedQuantity: 0 } });
  return true;
}
