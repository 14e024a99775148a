import type { Transaction } from './context.ts';
import { recordEvent } from './webhooks/index.ts';

/** The refund of a return failed: the return can be refunded or exchanged again. Returns whether there is one. The order is locked. */
export async function reopenRefundedReturn(tx: Transaction, refundId: string): Promise<boolean> {
  const row = await tx.db.return.findFirst({ where: { refundId, status: 'refunded' } });
  if (!row) return false;
  await tx.db.return.update({
    where: { tenantId_id: { tenantId: tx.tenantId, id: row.id } },
    data: { status: 'received', refundId: null, updatedAt: tx.now() },
  });
  await recordEvent(tx, 'return.received', {
    returnId: row.id,
    orderId: row.orderId,
    status: 'received',
    previousStatus: 'refunded',
  });
  return true;
}
