import { readDbNow, type Transaction } from './context.ts';

/**
 * Marks what wasn't paid of a cancelled order, or is only held of a refunded one, so that nobody pays it any more: it is
 * cancelled at the provider, which is asked after the commit (payments/cancel-payments.ts). The order is locked.
 */
export async function requestPaymentCancellation(tx: Transaction, orderId: string): Promise<void> {
  await tx.db.payment.updateMany({
    where: { orderId, status: { notIn: ['succeeded', 'cancelled'] } },
    data: { cancelAt: await readDbNow(tx), updatedAt: tx.now() },
  });
}
