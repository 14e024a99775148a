import type { Transaction } from './context.ts';
import { undoGoods } from './ledger/index.ts';
import { recordEvent } from './webhooks/index.ts';

/** A refund of the return failed: the order's return can be settled again, unless it already can. The order is locked. */
export async function reopenRefundedReturn(
  tx: Transaction,
  { id, orderId }: { id: string; orderId: string },
): Promise<void> {
  const row = await tx.db.return.findFirst({ where: { id, orderId, status: 'refunded' } });
  if (!row) return;
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
  await undoGoods(tx, row.orderId, { kind: 'return', id }, 'return_refunded');
}
