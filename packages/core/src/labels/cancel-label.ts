import { type operations, type ResponseOf, refuse } from '@service/contract';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction } from '../context.ts';
import { linkLabel, lockOrder, NO_LABEL, presentLabel } from '../orders/index.ts';
import { askToCancel } from './ask-carrier.ts';
import { findLabel } from './find-label.ts';
import { settleLabel } from './make-label.ts';

/** Records who cancels a label, before the carrier is asked. Refuses with `not_found`. */
export function requestCancellation(ctx: Context, labelId: string): Promise<{ labelId: string }> {
  return inTransaction(ctx, async (tx) => {
    const { orderId, status } = await findLabel(tx, labelId);
    const subject = { type: 'label', id: labelId };
    await recordChange(tx, { action: 'label.cancel_requested', subject, before: { orderId, status } });
    return { labelId };
  });
}

/**
 * Cancels a label at the carrier, after the commit and without a lock. One that has no answer yet is requested once more first,
 * because only then its id at the carrier is known. Refuses with `label_refused`, `label_not_possible` or
 * `dependency_unavailable`.
 */
export async function cancelLabel(
  ctx: Context,
  { labelId }: { labelId: string },
): Promise<ResponseOf<typeof operations.cancelLabel>> {
  const requested = await findLabel(ctx, labelId);
  if ((await settleLabel(ctx, requested)) !== undefined)
    return { ...presentLabel(requested), status: 'cancelled' };
  const { status, carrier, carrierLabelId } = await findLabel(ctx, labelId);
  if (status === 'made' && carrierLabelId !== null) {
    const outcome = await askToCancel(ctx, carrier, { labelId, carrierLabelId });
    if (!outcome.ok) refuse('label_refused', outcome.error);
    await recordCancelled(ctx, labelId);
  }
  return presentLabel(await findLabel(ctx, labelId));
}

function recordCancelled(ctx: Context, id: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { orderId } = await findLabel(tx, id);
    await lockOrder(tx, orderId);
    const { shipment } = await findLabel(tx, id);
    if (shipment) await linkLabel(tx, shipment.id, NO_LABEL);
    await tx.db.shippingLabel.update({
      where: { tenantId_id: { tenantId: tx.tenantId, id } },
      data: { status: 'cancelled' },
    });
    await tx.db.shippingLabelFile.deleteMany({ where: { labelId: id } });
  });
}
