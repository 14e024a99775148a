import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction } from '../context.ts';
import { getOrder, lockOrder, moveOrder, type PresentedOrder } from '../orders/index.ts';
import { giveBack } from './give-back.ts';

/** Refuses with `not_found` or `illegal_transition`. */
export function cancelOrder(
  ctx: Context,
  orderId: string,
  { reason }: { reason?: string | undefined },
): Promise<PresentedOrder> {
  return inTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, orderId);
    await moveOrder(tx, order, 'cancelled', reason === undefined ? {} : { details: { reason } });
    await giveBack(tx, orderId);
    const subject = { type: 'order', id: orderId };
    const after = { status: 'cancelled', reason };
    await recordChange(tx, { action: 'order.cancelled', subject, before: { status: order.status }, after });
    return getOrder(tx, orderId);
  });
}
