import { type InputOf, type operations, type ResponseOf, refuse } from '@service/contract';
import type { OrderLineModel } from '@service/db';
import { sumOf } from '../amounts.ts';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { issueDocuments } from '../documents/index.ts';
import { readBalance, readOrderMoney, shareOfUnits, shippableQuantity } from '../ledger/index.ts';
import {
  assertUndisputed,
  completeByRefund,
  getOrder,
  LINES_IN_ORDER,
  type LockedOrder,
  lockOrder,
  lockOrderVariants,
  type PickedLine,
  type PresentedOrder,
  pickLines,
  recordRemoved,
  releaseUnits,
} from '../orders/index.ts';
import { type CreatedPayment, readUnpaid, replacePayment } from '../payments/index.ts';
import { issueRefund, previewRefund } from '../refunds/index.ts';

type Change = InputOf<typeof operations.changeOrder>['body'];
type Preview = ResponseOf<typeof operations.previewOrderChange>;

export interface ChangedOrder {
  order: PresentedOrder;
  /** The payment that the buyer pays by now; null: nothing is due, or the due amount is unchanged. */
  payment: CreatedPayment | null;
}

/**
 * Removes units that haven't left from an order: the amount that was paid for them is refunded, with a credit note; if the order
 * is unpaid, a new payment for the rest replaces the open one. The units are for sale again. Refuses with `not_found`,
 * `quantity_exceeded`, `validation_failed`, `illegal_transition` for an exchange, `payment_disputed`, `order_not_payable` while a
 * payment is being processed, `payment_method_unavailable`, or as `issueRefund` does.
 */
export function changeOrder(ctx: Context, id: string, { remove, reason }: Change): Promise<ChangedOrder> {
  return inTransaction(ctx, async (tx) => {
    const plan = await planRemoval(tx, id, remove);
    const units = plan.units.map(({ line, quantity }) => ({ lineId: line.id, quantity }));
    const details = { removed: units, amount: Number(plan.worth), ...(reason ? { reason } : {}) };
    // A refund has its own record.
    if (plan.refunded > 0n)
      await issueRefund(tx, id, { lines: units, restock: true, ...(reason ? { reason } : {}) });
    else await letGo(tx, plan, details);
    await recordRemoved(tx, plan.order, { ...details, takenOff: plan.takenOff });
    const payment = plan.takenOff > 0n ? await replacePayment(tx, id) : null;
    return { order: await getOrder(tx, id), payment };
  });
}

/** Returns the result that `changeOrder` would have now with this input; refuses as it does. */
export function previewOrderChange(ctx: Context, id: string, { remove }: Change): Promise<Preview> {
  return inTransaction(ctx, async (tx) => {
    const { units, worth, refunded, due } = await planRemoval(tx, id, remove);
    const { currency } = await tx.db.order.findFirstOrThrow({ where: { id } });
    const lines = units.map(({ line, quantity }) => ({
      lineId: line.id,
      quantity,
      amount: Number(worthOf({ line, quantity })),
    }));
    if (refunded > 0n) await previewRefund(tx, id, { lines, restock: true });
    return { currency, lines, amount: Number(worth), refund: Number(refunded), due: Number(due) };
  });
}

interface Plan {
  order: LockedOrder;
  lines: OrderLineModel[];
  units: PickedLine[];
  worth: bigint;
  /** The refunded part of it, and the part that the buyer no longer has to pay. */
  refunded: bigint;
  takenOff: bigint;
  /** The amount that the buyer has to pay afterwards. */
  due: bigint;
}

/** Locks the order. */
async function planRemoval(tx: Transaction, id: string, remove: Change['remove']): Promise<Plan> {
  const order = await lockOrder(tx, id);
  assertUndisputed(order);
  if (order.exchangedOrderId !== null)
    refuse(
      'illegal_transition',
      'The order sends an exchange of what came back: cancel it, and exchange again.',
    );
  const lines = await tx.db.orderLine.findMany({ where: { orderId: id }, orderBy: LINES_IN_ORDER });
  const units = pickLines(lines, remove, shippableQuantity, 'remove');
  const worth = sumOf(units.map(worthOf));
  const plan = { order, lines, units, worth };
  const isRest = isAll(lines, units);
  if (order.status !== 'pending') {
    const { due } = await readBalance(tx, id);
    const { left } = await readOrderMoney(tx, id);
    if (worth > 0n && worth >= left.forGoods && !isRest)
      refuse(
        'quantity_exceeded',
        'All that was paid would be refunded, which ends the order: refund it, or capture more of its payment first.',
      );
    return { ...plan, refunded: worth, takenOff: 0n, due };
  }
  const { due } = await readUnpaid(tx, id);
  if (isRest || worth >= due)
    refuse('quantity_exceeded', 'Nothing of the order would be left, or nothing to pay: cancel it instead.');
  return { ...plan, refunded: 0n, takenOff: worth, due: due - worth };
}

function worthOf({ line, quantity }: PickedLine): bigint {
  return shareOfUnits(line, line.total, quantity);
}

function isAll(lines: readonly OrderLineModel[], units: readonly PickedLine[]): boolean {
  const taken = new Map(units.map(({ line, quantity }) => [line.id, quantity]));
  return lines.every((line) => shippableQuantity(line) === (taken.get(line.id) ?? 0));
}

async function letGo(tx: Transaction, { order, lines, units }: Plan, after: object): Promise<void> {
  await lockOrderVariants(tx, order.id);
  await releaseUnits(tx, order.id, units);
  if (order.status !== 'pending') {
    await completeByRefund(tx, order.id, lines);
    await issueDocuments(tx, order.id);
  }
  await recordChange(tx, { action: 'order.changed', subject: { type: 'order', id: order.id }, after });
}
