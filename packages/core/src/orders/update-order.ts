import type { InputOf, Metadata, operations } from '@service/contract';
import { type Context, inTransaction } from '../context.ts';
import { applyPatch, changesOf, differing } from '../patch.ts';
import { recordEvent } from '../webhooks/index.ts';
import { getOrder } from './get-order.ts';
import { lockOrder } from './move-order.ts';
import type { PresentedOrder } from './present.ts';

type OrderPatch = InputOf<typeof operations.updateOrder>['body'];

/** An absent field keeps its value. Refuses with `not_found`. */
export function updateOrder(ctx: Context, id: string, patch: OrderPatch): Promise<PresentedOrder> {
  return inTransaction(ctx, async (tx) => {
    await lockOrder(tx, id);
    const row = await getOrder(tx, id);
    return applyPatch(tx, {
      action: 'order.updated',
      subject: { type: 'order', id },
      row,
      changes: differing(row, patch) as { metadata?: Metadata },
      present: ({ metadata }) => ({ metadata }),
      write: async (changes) => {
        await tx.db.order.update({
          where: { tenantId_id: { tenantId: tx.tenantId, id } },
          data: { ...changes, version: { increment: 1 }, updatedAt: tx.now() },
        });
        const after = await getOrder(tx, id);
        await recordEvent(tx, 'order.updated', { orderId: id }, { changes: changesOf(row, after) });
        return after;
      },
    });
  });
}
