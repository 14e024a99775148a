import { type InputOf, type operations, type ResponseOf, refuse } from '@service/contract';
import type { OrderLineModel } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { lockVariants, moveStock } from '../catalog/index.ts';
import { type Context, inTransaction, readDbNow, type Transaction } from '../context.ts';
import {
  assertAllowed,
  assertUndisputed,
  countUnits,
  LINES_IN_ORDER,
  lockOrder,
  openQuantity,
  type PickedLine,
  pickLines,
  presentRefund,
  refundableQuantity,
  shareOfUnits,
} from '../orders/index.ts';
import { issueCreditNote, taxLinesOf } from './credit-notes.ts';
import { paymentsOf, refundable, sumOf, takenByExchanges } from './money.ts';
import { sendRefund } from './send-refund.ts';
import { settleRefunds } from './settle-refunds.ts';

export type PresentedRefund = ResponseOf<typeof operations.refundOrder>;
type RefundInput = InputOf<typeof operations.refundOrder>['body'];
type PresentedPreview = ResponseOf<typeof operations.previewRefund>;
type PreviewInput = InputOf<typeof operations.previewRefund>['body'];

interface RefundedLine extends PickedLine {
  amount: bigint;
}

/**
 * Money goes back: the refund with its numbered credit note, `refund.issued`, and the move of the order, in one
 * transaction. The provider is asked after the commit, and by the worker until it responds: no lock is held
 * meanwhile, and a crash in between loses nothing. Refuses with `not_found`, `illegal_transition`,
 * `refund_exceeds_captured`, `payment_disputed`, `quantity_exceeded` or `validation_failed`.
 */
export function issueRefund(
  ctx: Context,
  orderId: string,
  input: RefundInput,
  { isOfReturn = false }: { isOfReturn?: boolean } = {},
): Promise<PresentedRefund> {
  return inTransaction(ctx, async (tx) => {
    const { payment, amount, lines, restocked, variantIds } = await planRefund(
      tx,
      orderId,
      input,
      isOfReturn,
    );
    await lockVariants(tx, variantIds);
    const refund = await tx.db.refund.create({
      data: {
        tenantId: tx.tenantId,
        orderId,
        paymentId: payment.id,
        amount,
        currency: payment.currency,
        reason: input.reason ?? null,
        status: 'pending',
        lines: presentLines(lines),
        restock: input.restock ?? false,
        metadata: input.metadata ?? {},
        sendAt: await readDbNow(tx),
        createdAt: tx.now(),
        updatedAt: tx.now(),
      },
    });
    await countRefunded(tx, lines, isOfReturn);
    await restock(tx, restocked);
    await issueCreditNote(tx, refund, byRate(lines));
    await settleRefunds(tx, orderId, { goods: input.restock ? 'released' : 'written_off' });
    tx.db.afterCommit(() => void sendRefund(tx.outside, refund.id));
    const after = presentRefund(
      await tx.db.refund.findFirstOrThrow({ where: { id: refund.id }, include: { creditNote: true } }),
    );
    await recordChange(tx, { action: 'refund.issued', subject: { type: 'refund', id: refund.id }, after });
    return after;
  });
}

/** What `issueRefund` would do now with this input, and what its credit note would say; refuses as it does. */
export function previewRefund(ctx: Context, orderId: string, input: PreviewInput): Promise<PresentedPreview> {
  return inTransaction(ctx, async (tx) => {
    const { payment, amount, lines, left } = await planRefund(tx, orderId, input);
    const taxLines = await taxLinesOf(tx, { orderId, amount }, byRate(lines));
    return {
      amount: Number(amount),
      currency: payment.currency,
      refundable: Number(left),
      lines: presentLines(lines),
      taxLines,
    };
  });
}

/** Which payment gives back how much, for which lines. Locks the order. */
async function planRefund(tx: Transaction, orderId: string, input: PreviewInput, isOfReturn = false) {
  const order = await lockOrder(tx, orderId);
  assertUndisputed(order);
  const payments = await paymentsOf(tx, orderId);
  const left = sumOf(payments.map(refundable));
  const free = atLeast0(left - (await takenByExchanges(tx, orderId)));
  if (left === 0n) assertAllowed(order.status, 'refunded');

  const orderLines = await tx.db.orderLine.findMany({ where: { orderId }, orderBy: LINES_IN_ORDER });
  const lines = linesToRefund(orderLines, input);
  const wanted = amountOf(input, lines, free);
  // Of a return whose money went back in part, by an amount, the rest is refunded.
  const amount = isOfReturn && wanted > free ? free : wanted;
  const restocked = input.restock ? (input.lines ? lines : whole(orderLines, amount === free)) : [];
  const payment = payments.find((each) => refundable(each) >= amount);
  if (!payment || amount === 0n)
    refuse(
      'refund_exceeds_captured',
      `At most ${left} of what was paid can be refunded, ${free} of it without what exchanges stand for.`,
    );
  return {
    payment,
    amount,
    lines,
    restocked,
    left,
    variantIds: orderLines.map(({ variantId }) => variantId),
  };
}

function presentLines(lines: readonly RefundedLine[]): PresentedRefund['lines'] {
  return lines.map(({ line, quantity, amount }) => ({ lineId: line.id, quantity, amount: Number(amount) }));
}

function linesToRefund(
  orderLines: readonly OrderLineModel[],
  { amount, lines }: PreviewInput,
): RefundedLine[] {
  if (amount !== undefined && lines)
    refuse('validation_failed', 'A refund is either of an amount or of lines.', [
      { path: '/body/lines', code: 'unexpected', message: 'is not for a refund of an amount' },
    ]);
  const picked = pickLines(orderLines, lines ?? [], refundableQuantity);
  return picked.map(({ line, quantity }) => ({
    line,
    quantity,
    amount: shareOfUnits(line, line.total, quantity),
  }));
}

/** What units of these lines are worth that went back neither as money nor by an exchange. */
export async function worthOfUnits(
  { db }: Transaction,
  orderId: string,
  units: readonly { lineId: string; quantity: number }[],
): Promise<bigint> {
  const orderLines = await db.orderLine.findMany({ where: { orderId }, orderBy: LINES_IN_ORDER });
  return sumOf(
    pickLines(orderLines, units, refundableQuantity).map(({ line, quantity }) =>
      shareOfUnits(line, line.total, quantity),
    ),
  );
}

function atLeast0(amount: bigint): bigint {
  return amount < 0n ? 0n : amount;
}

/** Without amount and lines: everything that is left, but for what exchanges of the goods stand for. */
function amountOf({ amount, lines }: PreviewInput, refunds: readonly RefundedLine[], left: bigint): bigint {
  if (amount !== undefined) return BigInt(amount);
  return lines ? refunds.reduce((sum, each) => sum + each.amount, 0n) : left;
}

/** All units, when all money goes back. Which goods an amount stands for nobody can know. */
function whole(orderLines: readonly OrderLineModel[], isAll: boolean): RefundedLine[] {
  if (!isAll)
    refuse('validation_failed', 'Name the lines whose goods return to the stock.', [
      { path: '/body/restock', code: 'unexpected', message: 'needs lines, or a refund of all that is left' },
    ]);
  return orderLines.map((line) => ({ line, quantity: line.quantity, amount: 0n }));
}

function byRate(lines: readonly RefundedLine[]): Map<number, bigint> {
  const amounts = new Map<number, bigint>();
  for (const { line, amount } of lines)
    amounts.set(line.rateBasisPoints, (amounts.get(line.rateBasisPoints) ?? 0n) + amount);
  return amounts;
}

async function countRefunded(
  tx: Transaction,
  lines: readonly RefundedLine[],
  isOfReturn: boolean,
): Promise<void> {
  for (const { line, quantity } of lines)
    await countUnits(tx, line.id, {
      refundedQuantity: quantity,
      ...(isOfReturn ? { refundedReturnQuantity: quantity } : {}),
    });
}

/** What is still here is no longer held for the order; what had left is counted as stock again. */
async function restock(tx: Transaction, lines: readonly RefundedLine[]): Promise<void> {
  const parts = lines.map(({ line, quantity }) => {
    const released = Math.min(quantity, openQuantity(line));
    const returned = Math.min(quantity - released, line.shippedQuantity - line.returnedQuantity);
    return { line, released, returned };
  });
  const moved = parts.filter(({ released, returned }) => released + returned > 0);
  await moveStock(
    tx,
    moved.map(({ line, released, returned }) => ({
      variantId: line.variantId,
      kind: returned > 0 ? 'returned' : 'released',
      reserved: -released,
      stock: returned,
    })),
  );
  for (const { line, released, returned } of moved)
    await countUnits(tx, line.id, { releasedQuantity: released, returnedQuantity: returned });
}
