import { moveStock } from '../catalog/index.ts';
import type { Transaction } from '../context.ts';
import { bookGoods, shippableQuantity } from '../ledger/index.ts';
import { recordEvent } from '../webhooks/index.ts';

/**
 * Goods that need no shipping are fulfilled with the payment: the stock and its reserved part go down, without a shipment. If
 * nothing else has to be shipped, the order is completed. Units that were released, or were shipped before, stay as they are. The
 * order is locked.
 */
export async function handOver(tx: Transaction, orderId: string): Promise<void> {
  const lines = await tx.db.orderLine.findMany({ where: { orderId } });
  const leaving = lines.filter((line) => !line.requiresShipping && shippableQuantity(line) > 0);
  if (leaving.length === 0) return;
  await moveStock(
    tx,
    leaving.map((line) => ({
      variantId: line.variantId,
      kind: 'shipped',
      reserved: -shippableQuantity(line),
      stock: -shippableQuantity(line),
    })),
  );
  await bookGoods(
    tx,
    orderId,
    { kind: 'order', id: orderId },
    leaving.map((line) => ({ lineId: line.id, kind: 'shipped', units: shippableQuantity(line) })),
  );
  const isWhole = lines.every((line) => leaving.includes(line) || shippableQuantity(line) === 0);
  if (isWhole) await recordEvent(tx, 'order.completed', { orderId });
}
