import type { Transaction } from '../context.ts';
import { recordEvent } from '../webhooks/index.ts';
import { addHistory, type LockedOrder } from './move-order.ts';

export interface Removed {
  removed: { lineId: string; quantity: number }[];
  /** The price of the units. */
  amount: number;
  reason?: string;
}

/**
 * Records in the history, and with `order.updated`, that units were removed from an order, which is locked. `takenOff`: the
 * amount that the buyer no longer has to pay; 0 if it was paid, because it is refunded then.
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
