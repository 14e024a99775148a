import type { Transaction } from '../context.ts';
import { returnDiscountUses } from '../discounts/index.ts';
import { releaseStock } from '../orders/index.ts';
import { requestPaymentCancellation } from '../request-payment-cancellation.ts';
import { reopenExchanged } from '../returns/index.ts';

/** What an order held that has just been cancelled: what it was exchanged for, its stock, its uses of discounts, and what is unpaid. */
export async function releaseHoldings(tx: Transaction, orderId: string): Promise<void> {
  await reopenExchanged(tx, orderId);
  await releaseStock(tx, orderId);
  await returnDiscountUses(tx, orderId);
  await requestPaymentCancellation(tx, orderId);
}
