import type { Transaction } from '../context.ts';
import { returnDiscountUses } from '../discounts/index.ts';
import { releaseStock } from '../orders/index.ts';
import { requestPaymentCancellation } from '../request-payment-cancellation.ts';
import { reopenExchanged } from '../returns/index.ts';

/**
 * Releases the holdings of an order that has just been cancelled: the returns that it was an exchange of, its stock, its uses of
 * discounts, and its unpaid payments.
 */
export async function releaseHoldings(tx: Transaction, orderId: string): Promise<void> {
  await reopenExchanged(tx, orderId);
  await releaseStock(tx, orderId);
  await returnDiscountUses(tx, orderId);
  await requestPaymentCancellation(tx, orderId);
}
