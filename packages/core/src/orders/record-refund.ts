import type { Transaction } from '../context.ts';

/** An absent total stays. The order is locked. When its status moves too, the move raises the version. */
export async function recordRefundedTotal(
  tx: Transaction,
  orderId: string,
  { total, moves }: { total?: bigint; moves: boolean },
): Promise<void> {
  await tx.db.order.update({
    where: { tenantId_id: { tenantId: tx.tenantId, id: orderId } },
    data: {
      ...(total === undefined ? {} : { refundedTotal: total }),
      ...(moves ? {} : { version: { increment: 1 } }),
      updatedAt: tx.now(),
    },
  });
}

/** Records the part of an exchange's price that the first order's money paid. */
export async function recordExchangeCredit(
  tx: Transaction,
  orderId: string,
  exchangeCredit: bigint,
): Promise<void> {
  await tx.db.order.update({
    where: { tenantId_id: { tenantId: tx.tenantId, id: orderId } },
    data: { exchangeCredit },
  });
}
