import type { OrderLineModel } from '@service/db';
import type { Transaction } from '../context.ts';
import { isToShip, shippableQuantity } from '../ledger/index.ts';
import { recordEvent } from '../webhooks/index.ts';
import { moveOrder } from './move-order.ts';
import { releaseStock } from './stock.ts';

/**
 * Ends an order after a refund, or a removal, of everything that was left to ship: the units that are still here are no longer
 * needed, and are written off as they are with the last parcel. If goods were shipped, `order.completed` is recorded, and an order
 * that is still `paid`, because those units cost nothing, becomes `shipped`; an order that was refunded in full isn't completed.
 * `before`: its lines before the refund. The order and its variants are locked.
 */
export async function completeByRefund(
  tx: Transaction,
  orderId: string,
  before: readonly OrderLineModel[],
): Promise<void> {
  if (before.every((line) => shippableQuantity(line) === 0)) return;
  const order = await tx.db.order.findFirstOrThrow({ where: { id: orderId } });
  if (isToShip(order)) return;
  await releaseStock(tx, orderId, 'written_off');
  if (order.status === 'refunded' || before.every(({ shippedQuantity }) => shippedQuantity === 0)) return;
  const hasLeft = before.some((line) => line.requiresShipping && line.shippedQuantity > 0);
  if (order.status === 'paid' && hasLeft) await moveOrder(tx, { id: orderId, status: 'paid' }, 'shipped');
  await recordEvent(tx, 'order.completed', { orderId });
}
