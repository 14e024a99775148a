import { type OrderStatus, type PickupPlace, refuse } from '@service/contract';
import type { OrderLineModel, OrderModel } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { shippableQuantity } from '../ledger/index.ts';
import { recordEvent } from '../webhooks/index.ts';
import { getOrder } from './get-order.ts';
import { mailBuyer, unitsOf } from './mail-buyer.ts';
import { assertMayLeave } from './may-leave.ts';
import { addHistory, lockOrder } from './move-order.ts';
import type { PresentedOrder } from './present.ts';

/**
 * The goods can be picked up: the buyer is notified, once. Refuses with `not_found`, `nothing_to_pick_up`, or as `assertMayLeave`
 * does.
 */
export function readyOrder(ctx: Context, orderId: string): Promise<PresentedOrder> {
  return inTransaction(ctx, async (tx) => {
    const locked = await lockOrder(tx, orderId);
    const order = await tx.db.order.findFirstOrThrow({ where: { id: orderId }, include: { lines: true } });
    const place = order.pickupPlace as PickupPlace | null;
    if (!place || order.lines.every((line) => shippableQuantity(line) === 0))
      refuse('nothing_to_pick_up', 'Nothing of the order waits to be picked up.');
    await assertMayLeave(tx, locked);
    if (order.readyForPickupAt === null) await makeReady(tx, order, { ...locked, place });
    return getOrder(tx, orderId);
  });
}

async function makeReady(
  tx: Transaction,
  { id, lines }: OrderModel & { lines: OrderLineModel[] },
  { status, place }: { status: OrderStatus; place: PickupPlace },
): Promise<void> {
  const at = tx.now();
  await tx.db.order.update({
    where: { tenantId_id: { tenantId: tx.tenantId, id } },
    data: { readyForPickupAt: at, version: { increment: 1 }, updatedAt: at },
  });
  const details = { readyForPickup: true };
  await addHistory(tx, id, { status, previousStatus: status, details });
  await recordEvent(tx, 'order.ready_for_pickup', { orderId: id });
  await recordChange(tx, {
    action: 'order.ready_for_pickup',
    subject: { type: 'order', id },
    after: details,
  });
  const units = lines.map((line) => ({ lineId: line.id, quantity: shippableQuantity(line) }));
  await mailBuyer(tx, id, 'order_ready', (order) => ({ lines: unitsOf(order, units), place }));
}
