import { refuse } from '@service/contract';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { clearAttention, gravestOf } from './attention.ts';
import { getOrder } from './get-order.ts';
import { addHistory, lockOrder } from './move-order.ts';
import type { PresentedOrder } from './present.ts';

/**
 * An operator has looked at the reason in `attention`; after that, the next reason is shown. Refuses with `not_found` or
 * `nothing_to_acknowledge`.
 */
export function acknowledgeOrder(
  ctx: Context,
  orderId: string,
  { reason }: { reason: string },
): Promise<PresentedOrder> {
  return inTransaction(ctx, async (tx) => {
    const { status, attentionReasons, withdrawnAt } = await lockOrder(tx, orderId);
    const attention = gravestOf(attentionReasons);
    if (attention === null) refuse('nothing_to_acknowledge', 'The order has nothing to acknowledge.');
    const { attentionDetails: figures } = await getOrder(tx, orderId);
    const attentionDetails = attention === 'payment_mismatch' ? figures : null;
    const ended = attention === 'withdrawn' ? [await endWithdrawal(tx, orderId, withdrawnAt)] : [];
    await clearAttention(tx, orderId, attention, ended);
    const after = await getOrder(tx, orderId);
    const details = { acknowledged: attention, ...attentionDetails, reason };
    await addHistory(tx, orderId, { status, previousStatus: status, details });
    await recordChange(tx, {
      action: 'order.acknowledged',
      subject: { type: 'order', id: orderId },
      before: { attention, attentionDetails },
      after: { attention: after.attention, reason },
    });
    return after;
  });
}

/** The goods may be shipped again. */
async function endWithdrawal(tx: Transaction, id: string, withdrawnAt: Date | null) {
  await tx.db.order.update({
    where: { tenantId_id: { tenantId: tx.tenantId, id } },
    data: { withdrawnAt: null },
  });
  return { name: 'withdrawnAt', before: withdrawnAt?.toISOString() ?? null, after: null };
}
