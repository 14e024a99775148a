import { refuse } from '@service/contract';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import {
  getOrder,
  type LockedOrder,
  lockOrder,
  mailBuyer,
  moveOrder,
  type PresentedOrder,
} from '../orders/index.ts';
import { releaseHoldings } from './release-holdings.ts';

/** Refuses with `not_found` or `illegal_transition`. */
export function cancelOrder(
  ctx: Context,
  orderId: string,
  { reason }: { reason?: string | undefined },
): Promise<PresentedOrder> {
  return inTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, orderId);
    await assertSomethingHere(tx, order);
    await moveOrder(tx, order, 'cancelled', reason === undefined ? {} : { details: { reason } });
    await releaseHoldings(tx, orderId);
    await mailBuyer(tx, orderId, 'order_cancelled', { why: 'decided' });
    const subject = { type: 'order', id: orderId };
    const after = { status: 'cancelled', reason };
    await recordChange(tx, { action: 'order.cancelled', subject, before: { status: order.status }, after });
    return getOrder(tx, orderId);
  });
}

/** A payment that was reported again moves a shipped order to paid: its goods are gone all the same. */
async function assertSomethingHere(tx: Transaction, { id, status }: LockedOrder): Promise<void> {
  const lines = await tx.db.orderLine.findMany({ where: { orderId: id } });
  if (lines.every(({ quantity, shippedQuantity }) => shippedQuantity >= quantity))
    refuse('illegal_transition', `All goods of the order have left, though it is ${status}: refund it.`);
}
