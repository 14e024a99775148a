import { type ReturnStatus, refuse } from '@service/contract';
import type { ReturnModel } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { type LockedOrder, lockOrder, mailBuyer, unitsOf } from '../orders/index.ts';
import { recordEvent } from '../webhooks/index.ts';
import { type PresentedReturn, presentReturn } from './present.ts';
import { assertMove } from './transitions.ts';

type Changes = Partial<Pick<ReturnModel, 'note' | 'refundId' | 'exchangeOrderId'>> &
  Partial<Pick<PresentedReturn, 'received' | 'exchanged'>>;

/** The order is locked first, as by every change of an order, so that concurrent changes of a return are made one at a time. */
export async function moveReturn(
  ctx: Context,
  id: string,
  to: ReturnStatus,
  change: (tx: Transaction, row: ReturnModel, order: LockedOrder) => Promise<Changes>,
): Promise<PresentedReturn> {
  return inTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, (await findReturn(tx, id)).orderId);
    const row = await findReturn(tx, id);
    const before = presentReturn(row);
    assertMove(before.status, to);
    const changes = await change(tx, row, order);
    const after = presentReturn(
      await tx.db.return.update({
        where: { tenantId_id: { tenantId: tx.tenantId, id } },
        data: { ...changes, status: to, updatedAt: tx.now() },
      }),
    );
    // The record of the refund has this event.
    if (to !== 'refunded')
      await recordChange(tx, { action: `return.${to}`, subject: { type: 'return', id }, before, after });
    await recordMove(tx, after, before.status);
    await mailReturn(tx, after);
    return after;
  });
}

/** Notifies the buyer of a return's status; its refund and its exchange have their own mails. */
export async function mailReturn(
  tx: Transaction,
  { orderId, status, lines, received, note }: PresentedReturn,
): Promise<void> {
  if (status === 'approved' || status === 'rejected')
    await mailBuyer(tx, orderId, `return_${status}`, (order) => ({ lines: unitsOf(order, lines), note }));
  else if (status === 'requested' || status === 'received')
    await mailBuyer(tx, orderId, `return_${status}`, (order) => ({
      lines: unitsOf(order, status === 'received' ? received : lines),
    }));
}

/** Records the event of a return for subscribers. */
export async function recordMove(
  tx: Transaction,
  { id: returnId, orderId, status }: PresentedReturn,
  previousStatus: ReturnStatus | null,
): Promise<void> {
  const changes = previousStatus ? [{ name: 'status', before: previousStatus, after: status }] : undefined;
  await recordEvent(tx, `return.${status}`, { returnId, orderId, status, previousStatus }, { changes });
}

/** Refuses with `not_found`. */
export async function getReturn(ctx: Context, id: string): Promise<PresentedReturn> {
  return presentReturn(await findReturn(ctx, id));
}

export async function findReturn(ctx: Context, id: string): Promise<ReturnModel> {
  const row = await ctx.db.return.findFirst({ where: { id } });
  return row ?? refuse('not_found', `No return ${id}.`);
}
