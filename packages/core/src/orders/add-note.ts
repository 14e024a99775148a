import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction } from '../context.ts';
import { recordEvent } from '../webhooks/index.ts';
import { getOrder } from './get-order.ts';
import { addHistory, lockOrder } from './move-order.ts';
import type { PresentedOrder } from './present.ts';

/** Adds a note for other operators to the history of an order; shoppers don't see it. Refuses with `not_found`. */
export function addOrderNote(
  ctx: Context,
  orderId: string,
  { note }: { note: string },
): Promise<PresentedOrder> {
  return inTransaction(ctx, async (tx) => {
    const { status } = await lockOrder(tx, orderId);
    await tx.db.order.update({
      where: { tenantId_id: { tenantId: tx.tenantId, id: orderId } },
      data: { version: { increment: 1 }, updatedAt: tx.now() },
    });
    await addHistory(tx, orderId, { status, previousStatus: status, details: { note } });
    const changes = [{ name: 'note', before: null, after: note }];
    await recordEvent(tx, 'order.note_added', { orderId }, { changes });
    const subject = { type: 'order', id: orderId };
    await recordChange(tx, { action: 'order.note_added', subject, after: { note } });
    return getOrder(tx, orderId);
  });
}
