import { type OrderStatus, type operations, type ResponseOf, refuse } from '@service/contract';
import type { OrderLineModel, OrderModel, Prisma } from '@service/db';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { shippableQuantity } from '../ledger/index.ts';
import { notifyAdmins } from '../notifications/index.ts';
import { setAttention } from './attention.ts';
import { mailBuyer, readTimeZone, unitsOf } from './mail-buyer.ts';
import { addHistory, lockOrder } from './move-order.ts';
import { LINES_IN_ORDER } from './present.ts';

type Withdrawal = ResponseOf<typeof operations.withdrawOwnOrder>;

const WITHDRAWABLE: readonly OrderStatus[] = ['pending', 'paid', 'partially_refunded'];

/**
 * A buyer withdraws from an order while some of its goods haven't been shipped, and gets an acknowledgement by mail. Some buyers
 * and goods have no such right (businesses, goods that are made to order), so an operator decides: either cancels and refunds the
 * order, or acknowledges it with a reason. Nothing is shipped before. A repetition changes nothing. Refuses with `not_found` or
 * `illegal_transition`.
 */
export function withdrawOrder(ctx: Context, where: Prisma.OrderWhereInput): Promise<Withdrawal> {
  return inTransaction(ctx, async (tx) => {
    const found = await tx.db.order.findFirst({ where, select: { id: true } });
    if (!found) refuse('not_found', 'There is no such order.');
    const { id, status, withdrawnAt } = await lockOrder(tx, found.id);
    const order = await tx.db.order.findFirstOrThrow({
      where: { id },
      include: { lines: { orderBy: LINES_IN_ORDER } },
    });
    if (withdrawnAt) return present(order, withdrawnAt);
    const open = order.lines.filter((line) => shippableQuantity(line) > 0);
    if (!WITHDRAWABLE.includes(status) || open.length === 0)
      refuse(
        'illegal_transition',
        `Nothing of the order, which is ${status}, is left here: request a return.`,
      );

    const now = tx.now();
    await tx.db.order.update({
      where: { tenantId_id: { tenantId: tx.tenantId, id } },
      data: { withdrawnAt: now, version: { increment: 1 }, updatedAt: now },
    });
    const withdrawn = { name: 'withdrawnAt', before: null, after: now.toISOString() };
    await setAttention(tx, id, 'withdrawn', [withdrawn]);
    await addHistory(tx, id, { status, previousStatus: status, details: { attention: 'withdrawn' } });
    await notifyAdmins(tx, {
      kind: 'order.withdrawn',
      title: `The buyer withdrew from order ${order.number}`,
      detail: `Order ${id} isn’t shipped any more: cancel and refund it, or acknowledge it with a reason.`,
    });
    await acknowledge(tx, id, open, now);
    return present(order, now);
  });
}

function present({ id, number }: OrderModel, withdrawnAt: Date): Withdrawal {
  return { orderId: id, orderNumber: Number(number), withdrawnAt: withdrawnAt.toISOString() };
}

/** Acknowledges the content and the time of the withdrawal, as Article 11a of Directive 2011/83/EU requires. */
function acknowledge(
  tx: Transaction,
  orderId: string,
  open: readonly OrderLineModel[],
  receivedAt: Date,
): Promise<void> {
  const units = open.map((line) => ({ lineId: line.id, quantity: shippableQuantity(line) }));
  return mailBuyer(tx, orderId, 'withdrawal_received', async (order) => ({
    receivedAt: receivedAt.toISOString(),
    timeZone: await readTimeZone(tx),
    lines: unitsOf(order, units),
  }));
}
