import type { OrderStatus } from '@service/contract';
import type { Transaction } from '../context.ts';
import { readOrderMoney } from '../ledger/index.ts';
import { isAllowed, moveOrder, type Released, recordRefundedTotal, releaseStock } from '../orders/index.ts';
import { requestPaymentCancellation } from '../request-payment-cancellation.ts';
import { creditUnpaid } from './credit-notes.ts';

/**
 * Moves the order, which is locked, to where the money is: partially_refunded, or refunded when all that was paid of its
 * total went back.
 * Only more money than before moves it, so what is said twice or in another order ends the same. A refund that failed lowers the
 * sum; the status stays, because the operator wanted the refund and makes it again. An order that isn't paid yet
 * by what we know moves when it is: `paidFrom` is the status that it was paid from just now.
 *
 * Of a refunded order nothing is sold, also not what was never paid, and nothing can be shipped any more, so what it still holds is let go, and what is only held of its money
 * is given back. `goods` says how, where an operator
 * has decided; of a refund at the provider nobody has said that the goods are lost, and they are still here.
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
