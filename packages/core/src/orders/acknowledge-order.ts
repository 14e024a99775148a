import { refuse } from '@service/contract';
import { Prisma } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction } from '../context.ts';
import { restoreWithdrawal } from './attention.ts';
import { getOrder } from './get-order.ts';
import { addHistory, lockOrder } from './move-order.ts';
import type { PresentedOrder } from './present.ts';

/** An operator has looked at what `attention` names. Refuses with `not_found` or `nothing_to_acknowledge`. */
export function acknowledgeOrder(
  ctx: Context,
  orderId: string,
  { reason }: { reason: string },
): Promise<PresentedOrder> {
  return inTransaction(ctx, async (tx) => {
    const { status } = await lockOrder(tx, orderId);
    const { attention, attentionDetails } = await getOrder(tx, orderId);
    if (attention === null) refuse('nothing_to_acknowledge', 'The order has nothing to acknowledge.');
    await tx.db.order.update({
      where: { tenantId_id: { tenantId: tx.tenantId, id: orderId } },
      data: {
        attention: null,
        ...(attention === 'withdrawn' ? { withdrawnAt: null } : {}),
        attentionDetails: Prisma.DbNull,
        version: { increment: 1 },
        updatedAt: tx.now(),
      },
    });
    await restoreWithdrawal(tx, orderId);
    const details = { acknowledged: attention, ...attentionDetails, reason };
    await addHistory(tx, orderId, { status, previousStatus: status, details });
    await recordChange(tx, {
      action: 'order.acknowledged',
      subject: { type: 'order', id: orderId },
      before: { attention, attentionDetails },
      after: { attention: null, reason },
    });
    return getOrder(tx, orderId);
  });
}
