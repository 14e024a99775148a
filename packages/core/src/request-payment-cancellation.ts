import { readDbNow, type Transaction } from './context.ts';

/**
 * Marks what wasn't paid of a cancelled order, is only held of a refunded one, or is open beside the payment that has paid the order
 * (`paidBy`), so that nobody pays it any more: it is cancelled at the provider, which is asked after the commit
 * (payments/cancel-payments.ts). The order is locked.
 */
export async function requestPaymentCancellation(
  tx: Transaction,
  orderId: string,
  { paidBy }: { paidBy?: string } = {},
): Promise<void> {
  await tx.db.payment.updateMany({
    where: {
      orderId,
      status: { notIn: ['succeeded', 'cancelled'] },
      ...(paidBy ? { id: { not: paidBy } } : {}),
    },
    data: { cancelAt: await readDbNow(tx), updatedAt: tx.now() },
  });
}
