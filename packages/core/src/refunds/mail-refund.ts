import type { RefundModel } from '@service/db';
import type { Transaction } from '../context.ts';
import { mailBuyer } from '../orders/index.ts';

/** Notifies the buyer that the money is on its way; only once a refund has succeeded, because until then it may fail. */
export function mailRefund(
  tx: Transaction,
  { id, orderId, amount, currency }: Pick<RefundModel, 'id' | 'orderId' | 'amount' | 'currency'>,
): Promise<void> {
  return mailBuyer(tx, orderId, 'order_refunded', { amount: Number(amount), currency, refundId: id });
}
