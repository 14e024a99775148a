import { type InputOf, type operations, type ResponseOf, refuse } from '@service/contract';
import type { OrderLineModel } from '@service/db';
import { atLeast0, smaller, sumOf } from '../amounts.ts';
import { recordChange } from '../audit/index.ts';
import { lockVariants, moveStock } from '../catalog/index.ts';
import { type Context, inTransaction, readDbNow, type Transaction } from '../context.ts';
import { issueDocuments } from '../documents/index.ts';
import {
  bookGoods,
  type GoodsSource,
  type OrderMoney,
  readKept,
  readOrderMoney,
  refundableQuantity,
  restockable,
  shareOfUnits,
} from '../ledger/index.ts';
import {
  assertAllowed,
  assertUndisputed,
  completeByRefund,
  ITS_CREDIT_NOTE,
  LINES_IN_ORDER,
  lockOrder,
  pickLines,
  presentRefund,
} from '../orders/index.ts';
import { issueCreditNote, taxLinesOf } from './credit-notes.ts';
import { creditedOf, paymentsOf, spread } from './money.ts';
import { NOTHING_PAID, paidForReturn } from './paid-for-return.ts';
import { goodsOf, lessPaid, type Part, type RefundedLine, share } from './parts-of-payments.ts';
import { sendRefund } from './send-refund.ts';
import { settleRefunds } from './settle-refunds.ts';

export type PresentedRefund = ResponseOf<typeof operations.refundOrder>;
type RefundInput = InputOf<typeof operations.refundOrder>['body'];
type PresentedPreview = ResponseOf<typeof operations.previewRefund>;
type PreviewInput = InputOf<typeof operations.previewRefund>['body'];

/**
 * Refunds money: creates the refund with its numbered credit note, records `refund.issued`, and moves the order, in one
 * transaction; if no single payment holds the whole amount, a refund of each payment that gives a part. `wanted`: the amount by
 * tax key. The provider is called after the commit, and by the worker until it responds: no lock is held meanwhile, and a crash
 * in between loses nothing. Refuses with `not_found`, `illegal_transition`, `refund_exceeds_captured`, `payment_disputed`,
 * `quantity_exceeded` or `validation_failed`.
 */
export function issueRefund(
  ctx: Context,
  orderId: string,
  input: RefundInput,
  { returnId, wanted }: { returnId?: string; wanted?: ReadonlyMap<string, bigint> } = {},
): Promise<PresentedRefund> {
  return inTransaction(ctx, async (tx) => {
    const { parts, restocked, orderLines } = await planRefund(tx, orderId, input, { returnId, wanted });
    await lockVariants(
      tx,
      orderLines.map(({ variantId }) => variantId),
    );
    const ids: string[] = [];
    for (const part of parts) {
      const id = await recordPart(tx, orderId, { ...input, returnId }, part);
      ids.push(id);
      await bookRefunded(tx, orderId, { id, returnId }, part.lines);
    }
    await restock(tx, orderId, { kind: 'refund', id: ids[0] as string }, restocked);
    await settleRefunds(tx, orderId, { goods: input.restock ? 'released' : 'written_off' });
    await completeByRefund(tx, orderId, orderLines);
    await issueDocuments(tx, orderId);
    for (const id of ids) tx.db.afterCommit(() => void sendRefund(tx.outside, id));
    const issued: Awaited<ReturnType<typeof present>>[] = [];
    for (const id of ids) {
      const after = await present(tx, id);
      await recordChange(tx, { action: 'refund.issued', subject: { type: 'refund', id }, after });
      issued.push(after);
    }
    const [first, ...further] = issued as [PresentedRefund, ...PresentedRefund[]];
    return { ...first, further };
  });
}

async function recordPart(
  tx: Transaction,
  orderId: string,
  {
    reason,
    restock: isRestocked = false,
    metadata = {},
    returnId,
  }: RefundInput & { returnId: string | undefined },
  { payment, amount, credited, wanted, lines }: Part,
): Promise<string> {
  const refund = await tx.db.refund.create({
    data: {
      tenantId: tx.tenantId,
      orderId,
      paymentId: payment.id,
      amount,
      currency: payment.currency,
      reason: reason ?? null,
      status: 'pending',
      lines: presentLines(lines),
      restock: isRestocked,
      returnId: returnId ?? null,
      metadata,
      sendAt: await readDbNow(tx),
      createdAt: tx.now(),
      updatedAt: tx.now(),
    },
  });
  await issueCreditNote(tx, refund, credited, wanted);
  return refund.id;
}

async function present(tx: Transaction, id: string) {
  return presentRefund(
    await tx.db.refund.findFirstOrThrow({ where: { id }, include: { creditNotes: ITS_CREDIT_NOTE } }),
  );
}

/**
 * Returns the result that `issueRefund` would have now with this input, and the content of its credit notes; refuses as it does.
 */
export function previewRefund(ctx: Context, orderId: string, input: PreviewInput): Promise<PresentedPreview> {
  return inTransaction(ctx, async (tx) => {
    const { parts, amount, lines, left } = await planRefund(tx, orderId, input);
    return {
      amount: Number(amount),
      creditedAmount: Number(sumOf(parts.map(({ credited }) => credited))),
      currency: (parts[0] as Part).payment.currency,
      refundable: Number(left),
      lines: presentLines(lines),
      taxLines: await taxLinesOf(tx, orderId, parts),
    };
  });
}

/** Decides which payments refund which amount, and for which lines. Locks the order. */
async function planRefund(
  tx: Transaction,
  orderId: string,
  input: PreviewInput,
  {
    returnId,
    wanted,
  }: { returnId?: string | undefined; wanted?: ReadonlyMap<string, bigint> | undefined } = {},
) {
  const order = await lockOrder(tx, orderId);
  assertUndisputed(order);
  const all = await paymentsOf(tx, orderId);
  const payments = chosenOf(all, input);
  const settlement = await readOrderMoney(tx, orderId);
  const ofAll = sumOf(all.map(({ refundable }) => refundable));
  const kept = await keptBack(tx, settlement, returnId);
  const left = smaller(sumOf(payments.map(({ refundable }) => refundable)), atLeast0(ofAll - kept.amount));
  const freeOfAll = atLeast0(ofAll - settlement.exchanged);
  const free = smaller(left, freeOfAll);
  if (left === 0n && kept.amount === 0n) assertAllowed(order.status, 'refunded');

  const orderLines = await tx.db.orderLine.findMany({ where: { orderId }, orderBy: LINES_IN_ORDER });
  const lines = linesToRefund(orderLines, input);
  const before = returnId && input.lines ? await paidForReturn(tx, returnId) : NOTHING_PAID;
  const amount =
    returnId && input.lines
      ? smaller(free, sumOf(lines.map((line) => line.amount)) - before.amount)
      : amountOf(input, lines, free);
  const restocked = input.restock ? (input.lines ? lines : whole(orderLines, amount === freeOfAll)) : [];
  const shares = amount === 0n || amount > left ? undefined : spread(payments, amount);
  if (!shares) refuseAmount(returnId ? {} : input, { left, free, kept });
  const credited = creditedOf(amount, settlement.left, { namesGoods: input.lines !== undefined });
  return {
    parts: share(
      shares,
      credited,
      wanted ? [...wanted].map(([key, of]) => ({ key, amount: of })) : lessPaid(goodsOf(lines), before.byTax),
    ),
    amount,
    lines,
    restocked,
    left,
    orderLines,
  };
}

type Kept = Awaited<ReturnType<typeof readKept>>;

/**
 * The part that an operator can't refund: it pays for exchanges that haven't been sent yet. For a return, its value is computed.
 */
async function keptBack(
  tx: Transaction,
  { id, exchanged }: OrderMoney,
  returnId: string | undefined,
): Promise<Kept> {
  return exchanged === 0n || returnId ? { amount: 0n, numbers: [] } : readKept(tx, id);
}

/** The names of the request's fields that state an amount, if it has any. */
function refuseAmount(
  { amount, lines }: Pick<PreviewInput, 'amount' | 'lines'>,
  { left, free, kept }: { left: bigint; free: bigint; kept: Kept },
): never {
  const most = `At most ${left} of what was paid can be refunded, ${free} of it without what exchanges stand for.`;
  const cancel = `Cancel ${kept.numbers.join(', ')} first, whose goods are still to be sent for ${kept.amount} more.`;
  const path = lines ? '/body/lines' : amount === undefined ? undefined : '/body/amount';
  const errors = path ? [{ path, code: 'maximum', message: `must be at most ${left}` }] : undefined;
  refuse('refund_exceeds_captured', kept.amount > 0n ? `${most} ${cancel}` : most, errors);
}

/** The payment that the operator has chosen, or all payments. */
function chosenOf<P extends { id: string }>(
  payments: readonly P[],
  { paymentId }: PreviewInput,
): readonly P[] {
  if (paymentId === undefined) return payments;
  const chosen = payments.filter(({ id }) => id === paymentId.toLowerCase());
  if (chosen.length === 0)
    refuse('validation_failed', 'The order has no such payment.', [
      { path: '/body/paymentId', code: 'unknown', message: 'names no payment of the order' },
    ]);
  return chosen;
}

function presentLines(lines: readonly RefundedLine[]): PresentedRefund['lines'] {
  return lines.map(({ line, quantity, amount }) => ({ lineId: line.id, quantity, amount: Number(amount) }));
}

function linesToRefund(
  orderLines: readonly OrderLineModel[],
  { amount, lines }: Pick<PreviewInput, 'amount' | 'lines'>,
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

/** Returns the value of these lines' units that were compensated neither with money nor by an exchange. */
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

/** Without amount and lines: everything that is left, except the part that paid for exchanges of the goods. */
function amountOf({ amount, lines }: PreviewInput, refunds: readonly RefundedLine[], left: bigint): bigint {
  if (amount !== undefined) return BigInt(amount);
  return lines ? sumOf(refunds.map((each) => each.amount)) : left;
}

/** All units, when all money is refunded. An amount alone doesn't identify the goods. */
function whole(orderLines: readonly OrderLineModel[], isAll: boolean): RefundedLine[] {
  if (!isAll)
    refuse('validation_failed', 'Name the lines whose goods return to the stock.', [
      { path: '/body/restock', code: 'unexpected', message: 'needs lines, or a refund of all that is left' },
    ]);
  return orderLines.map((line) => ({ line, quantity: line.quantity, amount: 0n }));
}

/** Units of a return are booked by the return, because several refunds may be for them. */
async function bookRefunded(
  tx: Transaction,
  orderId: string,
  { id, returnId }: { id: string; returnId: string | undefined },
  lines: readonly RefundedLine[],
): Promise<void> {
  const source = returnId ? { kind: 'return' as const, id: returnId } : { kind: 'refund' as const, id };
  const kind = returnId ? ('return_refunded' as const) : ('refunded' as const);
  await bookGoods(
    tx,
    orderId,
    source,
    lines.map(({ line, quantity }) => ({ lineId: line.id, kind, units: quantity })),
  );
}

/** Units that are still here are no longer reserved for the order; shipped units are added to the stock. */
async function restock(
  tx: Transaction,
  orderId: string,
  source: GoodsSource,
  lines: readonly RefundedLine[],
): Promise<void> {
  const parts = lines.map(({ line, quantity }) => ({ line, ...restockable(line, quantity) }));
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
  await bookGoods(
    tx,
    orderId,
    source,
    moved.flatMap(({ line: { id: lineId }, released, returned }) => [
      { lineId, kind: 'released' as const, units: released },
      { lineId, kind: 'returned' as const, units: returned },
      { lineId, kind: 'restocked' as const, units: returned },
    ]),
  );
}
