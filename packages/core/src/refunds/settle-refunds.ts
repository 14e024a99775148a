import type { OrderStatus } from '@service/contract';
import type { Transaction } from '../context.ts';
import { readOrderMoney } from '../ledger/index.ts';
import { isAllowed, moveOrder, type Released, recordRefundedTotal, releaseStock } from '../orders/index.ts';
import { requestPaymentCancellation } from '../request-payment-cancellation.ts';
import { creditUnpaid } from './credit-notes.ts';

/**
 * Moves the order, which is locked, to the status of its money: partially_refunded, or refunded when all that was paid of its
 * total was refunded.
 * Only more money than before moves it, so repeated or reordered reports end the same. A refund that failed lowers the sum; the
 * status stays, because the operator wanted the refund and makes it again. An order that isn't paid yet by what we know moves
 * when it is: `paidFrom` is the status that it was paid from just now.
 *
 * Nothing of a refunded order is sold, including what was never paid, and nothing can be shipped any more, so its held units are
 * released, and its authorised money is released too. `goods` decides how, where an operator has chosen; for a refund at the
 * provider the goods count as still here, because no one has reported them as lost.
 */
export async function settleRefunds(
  tx: Transaction,
  orderId: string,
  { paidFrom, goods = 'released' }: { paidFrom?: OrderStatus; goods?: Released } = {},
): Promise<void> {
  const order = await readOrderMoney(tx, orderId);
  const { paid, refunded: total } = order;
  const waited = paidFrom === 'pending' || paidFrom === 'cancelled';
  if (total < order.refundedTotal) return recordRefundedTotal(tx, orderId, { total, moves: false });
  if (total === 0n || (total === order.refundedTotal && !waited)) return;

  const to = total >= paid ? 'refunded' : 'partially_refunded';
  const moves = paid > 0n && isAllowed(order.status, to);
  await recordRefundedTotal(tx, orderId, { ...(total > order.refundedTotal ? { total } : {}), moves });
  if (!moves) return;
  await moveOrder(tx, order, to, { details: { refundedTotal: Number(total) } });
  if (to !== 'refunded') return;
  await creditUnpaid(tx, orderId);
  await releaseStock(tx, orderId, goods);
  await requestPaymentCancellation(tx, orderId);
}
