import type { Transaction } from '../context.ts';
import { countDiscountUseAgain } from '../discounts/index.ts';
import { notifyAdmins } from '../notifications/index.ts';
import { type LockedOrder, moveOrder } from './move-order.ts';
import { sendOrderConfirmation } from './send-order-confirmation.ts';
import { holdStockAgain } from './stock.ts';

/**
 * Any status → paid; specification, States and transitions. The order is locked; one that is paid already stays as it is.
 * One that was cancelled needs an operator's attention: its stock was released.
 */
export async function markPaid(tx: Transaction, order: Pick<LockedOrder, 'id' | 'status'>): Promise<void> {
  if (order.status === 'paid') return;
  await moveOrder(tx, order, 'paid', { trigger: 'payment' });
  await sendOrderConfirmation(tx, order.id);
  if (order.status === 'cancelled') await flagLatePayment(tx, order.id);
}

async function flagLatePayment(tx: Transaction, orderId: string): Promise<void> {
  const isHeld = await holdStockAgain(tx, orderId);
  await countDiscountUseAgain(tx, orderId);
  // A mismatch stays: it keeps the goods from being shipped.
  await tx.db.order.updateMany({
    where: { id: orderId, attention: null },
    data: { attention: 'paid_after_cancellation' },
  });
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
