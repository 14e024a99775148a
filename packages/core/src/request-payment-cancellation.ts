import { readDbNow, type Transaction } from './context.ts';

/**
 * Marks payments that can't be paid any more: those of a cancelled order that weren't paid, those of a refunded one that are only
 * authorised, and those that are open beside the payment that has paid the order (`paidBy`). The provider cancels them after the
 * commit (payments/cancel-payments.ts). The order is locked.
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
