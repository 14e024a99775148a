import type { Transaction } from '../context.ts';

/** A total that is absent isn't changed. The order is locked. If its status changes too, that raises the version. */
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

/** Records how much of an exchange's price was paid with the first order's money. */
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
