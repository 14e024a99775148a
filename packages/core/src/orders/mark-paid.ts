import type { Transaction } from '../context.ts';
import { countDiscountUsesAgain } from '../discounts/index.ts';
import { notifyAdmins } from '../notifications/index.ts';
import { setAttention } from './attention.ts';
import { handOver } from './hand-over.ts';
import { recordOrderConfirmation } from './mail-order.ts';
import { type LockedOrder, moveOrder } from './move-order.ts';
import { holdStockAgain } from './stock.ts';

/**
 * Any status → paid. The order is locked; one that is paid already stays as it is. One that was cancelled needs an operator's
 * attention: its stock was released. A success that the provider reports again, without new money, moves the order too, because
 * its status may have been lost here. Then the order holds no stock, and needs an operator's attention. Only an order that wasn't
 * paid before is confirmed by mail. Goods that need no shipping are fulfilled with it. The discounts of an order that was cancelled
 * count as used again, because another cancellation returns their uses again.
 */
export async function markPaid(
  tx: Transaction,
  order: Pick<LockedOrder, 'id' | 'status'>,
  { isRepeated = false }: { isRepeated?: boolean } = {},
): Promise<void> {
  if (order.status === 'paid') return;
  const { hasUnshippedGoods, isFirst } = await moveOrder(tx, order, 'paid', { trigger: 'payment' });
  if (isRepeated) await flagRepeatedPayment(tx, order);
  else if (order.status === 'cancelled') await flagLatePayment(tx, order.id);
  if (hasUnshippedGoods) await handOver(tx, order.id);
  if (order.status === 'cancelled') await countDiscountUsesAgain(tx, order.id);
  if (isFirst) await recordOrderConfirmation(tx, order.id);
}

async function flagRepeatedPayment(
  tx: Transaction,
  { id, status }: Pick<LockedOrder, 'id' | 'status'>,
): Promise<void> {
  await setAttention(tx, id, 'paid_again');
  await notifyAdmins(tx, {
    kind: 'order.paid_again',
    title: 'A payment was reported again',
    detail: `The provider reported a payment of order ${id} again, which was ${status}. No money came in. The order is paid now: look at its history, and refund or acknowledge it.`,
  });
}

async function flagLatePayment(tx: Transaction, orderId: string): Promise<void> {
  const isHeld = await holdStockAgain(tx, orderId);
  await setAttention(tx, orderId, 'paid_after_cancellation');
  const { exchangedReturnId } = await tx.db.order.findFirstOrThrow({ where: { id: orderId } });
  const stock = isHeld
    ? `Order ${orderId} was paid after it was cancelled. Its stock is reserved again: ship or refund it.`
    : `Order ${orderId} was paid after it was cancelled, and its stock is sold. Refund it, or restock first.`;
  const exchange = exchangedReturnId
    ? ` It was the exchange of return ${exchangedReturnId}, which is open again: ship this order or settle that return, not both.`
    : '';
  await notifyAdmins(tx, {
    kind: 'order.paid_after_cancellation',
    title: 'A cancelled order was paid',
    detail: stock + exchange,
  });
}
