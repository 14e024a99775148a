import type { Transaction } from '../context.ts';
import { recordEvent } from '../webhooks/index.ts';
import { addHistory, type LockedOrder } from './move-order.ts';

export interface Removed {
  removed: { lineId: string; quantity: number }[];
  /** What they are worth. */
  amount: number;
  reason?: string;
}

/**
 * Records in the history and by `order.updated` that units were removed of an order, which is locked. `takenOff`: what is never asked
 * for because of that; 0 where it was paid, and goes back.
 */
export async function recordRemoved(
  tx: Transaction,
  { id: orderId }: Pick<LockedOrder, 'id'>,
  { takenOff, ...details }: Removed & { takenOff: bigint },
): Promise<void> {
  const { status, removedTotal } = await tx.db.order.update({
    where: { tenantId_id: { tenantId: tx.tenantId, id: orderId } },
    data: { removedTotal: { increment: takenOff }, version: { increment: 1 }, updatedAt: tx.now() },
  });
  const at = status as LockedOrder['status'];
  await addHistory(tx, orderId, { status: at, previousStatus: at, details: { ...details } });
  if (takenOff === 0n) return;
  const [before, after] = [Number(removedTotal - takenOff), Number(removedTotal)];
  await recordEvent(tx, 'order.updated', { orderId }, { changes: [{ name: 'removedTotal', before, after }] });
}
