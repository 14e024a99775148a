import { type InputOf, type operations, refuse } from '@service/contract';
import type { OrderLineModel } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { returnableQuantity } from '../ledger/index.ts';
import { notifyAdmins } from '../notifications/index.ts';
import { LINES_IN_ORDER, lockOrder, ownOrder, pickLines } from '../orders/index.ts';
import { mailReturn, recordMove } from './move-return.ts';
import { type PresentedReturn, presentReturn } from './present.ts';
import { OPEN } from './transitions.ts';

type Wanted = InputOf<typeof operations.createReturn>['body'];

/** The order that a shopper means: by its cart, whose id is the credential, or a customer's own by its id. */
export type OrderOf = { cartId: string } | { orderId: string; customerId: string };

/**
 * Creates a return for an operator, which needs no approval. Refuses with `not_found`, `validation_failed` or
 * `quantity_exceeded`.
 */
export function createReturn(ctx: Context, orderId: string, wanted: Wanted): Promise<PresentedReturn> {
  return inTransaction(ctx, async (tx) => {
    const after = await insertReturn(tx, orderId, wanted, { status: 'approved', requestedBy: 'operator' });
    await recordChange(tx, { action: 'return.created', subject: { type: 'return', id: after.id }, after });
    return after;
  });
}

/** Creates a return for a shopper, which waits for an operator's approval. Refuses as `createReturn` does. */
export function requestReturn(ctx: Context, of: OrderOf, wanted: Wanted): Promise<PresentedReturn> {
  return inTransaction(ctx, async (tx) => {
    const { id, number } = await findOrder(tx, of);
    const requested = { status: 'requested', requestedBy: 'customer' } as const;
    const after = await insertReturn(tx, id, wanted, requested);
    await notifyAdmins(tx, {
      kind: 'return.requested',
      title: `A return of order ${number} was requested`,
      detail: `Return ${after.id} of order ${id} waits for your approval.`,
    });
    return after;
  });
}

/** The returns of a shopper's order, oldest first. Refuses with `not_found`. */
export async function listReturnsOf(ctx: Context, of: OrderOf): Promise<{ items: PresentedReturn[] }> {
  const { id: orderId } = await findOrder(ctx, of);
  const rows = await ctx.db.return.findMany({
    where: { orderId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return { items: rows.map(presentReturn) };
}

async function findOrder(ctx: Context, of: OrderOf) {
  const order = await ctx.db.order.findFirst({
    where: 'cartId' in of ? ownOrder(ctx, of.cartId) : { id: of.orderId, customerId: of.customerId },
    select: { id: true, number: true },
  });
  return order ?? refuse('not_found', 'There is no such order.');
}

async function insertReturn(
  tx: Transaction,
  orderId: string,
  { lines: wanted, reason }: Wanted,
  begun: Pick<PresentedReturn, 'status' | 'requestedBy'>,
): Promise<PresentedReturn> {
  await lockOrder(tx, orderId);
  const lines = await tx.db.orderLine.findMany({ where: { orderId }, orderBy: LINES_IN_ORDER });
  const expected = await expectedUnits(tx, orderId);
  const leftOf = (line: OrderLineModel) =>
    Math.max(0, returnableQuantity(line) - (expected.get(line.id) ?? 0));
  const picked = pickLines(lines, wanted, leftOf);
  const row = await tx.db.return.create({
    data: {
      ...begun,
      tenantId: tx.tenantId,
      orderId,
      reason: reason ?? null,
      lines: picked.map(({ line, quantity }) => ({ lineId: line.id, quantity })),
      createdAt: tx.now(),
      updatedAt: tx.now(),
    },
  });
  const made = presentReturn(row);
  await recordMove(tx, made, null);
  await mailReturn(tx, made);
  return made;
}

/** The units of each line that other returns of the order are expected to bring. The order is locked. */
async function expectedUnits(tx: Transaction, orderId: string): Promise<Map<string, number>> {
  const open = await tx.db.return.findMany({ where: { orderId, status: { in: [...OPEN] } } });
  const units = new Map<string, number>();
  for (const { lineId, quantity } of open.flatMap((row) => presentReturn(row).lines))
    units.set(lineId, (units.get(lineId) ?? 0) + quantity);
  return units;
}
