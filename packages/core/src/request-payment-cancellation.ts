import { readDbNow, type Transaction } from './context.ts';

/**
 * Marks payments that are no longer to be paid: the unpaid payments of a cancelled order, the authorised ones of a refunded
 * order, and the open ones of an order that another payment has paid (`paidBy`). The provider cancels them after the commit
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
