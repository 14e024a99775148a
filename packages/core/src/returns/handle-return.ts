import { type InputOf, type operations, refuse } from '@service/contract';
import type { ReturnModel } from '@service/db';
import { moveStock } from '../catalog/index.ts';
import type { Context, Transaction } from '../context.ts';
import { bookGoods, refundableQuantity, returnableQuantity } from '../ledger/index.ts';
import { LINES_IN_ORDER, pickLines } from '../orders/index.ts';
import { issueRefund, paidForReturn, worthOfUnits } from '../refunds/index.ts';
import { moveReturn } from './move-return.ts';
import type { PresentedReturn } from './present.ts';
import { sumByKey, sumByLine, toLine } from './units.ts';

type Decision = InputOf<typeof operations.approveReturn>['body'];
type Receipt = InputOf<typeof operations.receiveReturn>['body'];
type Refund = InputOf<typeof operations.refundReturn>['body'];

/** Refuses with `not_found` or `illegal_return_transition`, as all of these do. */
export function approveReturn(ctx: Context, id: string, { note }: Decision): Promise<PresentedReturn> {
  return moveReturn(ctx, id, 'approved', async () => ({ note: note ?? null }));
}

export function rejectReturn(ctx: Context, id: string, { note }: Decision): Promise<PresentedReturn> {
  return moveReturn(ctx, id, 'rejected', async () => ({ note: note ?? null }));
}

/**
 * The goods have arrived: those that can be sold again raise the stock. Refuses with `quantity_exceeded` or `validation_failed`
 * too.
 */
export function receiveReturn(ctx: Context, id: string, { lines }: Receipt): Promise<PresentedReturn> {
  return moveReturn(ctx, id, 'received', async (tx, row) => {
    const orderLines = await tx.db.orderLine.findMany({
      where: { orderId: row.orderId },
      orderBy: LINES_IN_ORDER,
    });
    const expected = sumByLine(row.lines);
    const parcel = pickLines(orderLines, sumByLine(lines).map(toLine), (line) =>
      Math.min(expected.find(([lineId]) => lineId === line.id)?.[1] ?? 0, returnableQuantity(line)),
    );
    const restocked = new Map(sumByLine(lines.filter(({ restock }) => restock)));
    await moveStock(
      tx,
      sumByKey(
        parcel.flatMap(({ line }) => {
          const units = restocked.get(line.id) ?? 0;
          return units > 0 ? [[line.variantId, units] as const] : [];
        }),
      ).map(([variantId, stock]) => ({ variantId, kind: 'returned', reserved: 0, stock })),
    );
    await bookGoods(
      tx,
      row.orderId,
      { kind: 'return', id },
      parcel.flatMap(({ line: { id: lineId }, quantity }) => {
        const units = restocked.get(lineId) ?? 0;
        return [
          { lineId, kind: 'returned' as const, units: quantity },
          { lineId, kind: 'restocked' as const, units },
          { lineId, kind: 'thrown_away' as const, units: quantity - units },
        ];
      }),
    );
    return { received: lines.map((line) => ({ ...line, lineId: line.lineId.toLowerCase() })) };
  });
}

/** Refunds the units that arrived and weren't refunded before; refuses as `issueRefund` does too. */
export function refundReturn(ctx: Context, id: string, { reason }: Refund): Promise<PresentedReturn> {
  return moveReturn(ctx, id, 'refunded', async (tx, row) => {
    const order = await tx.db.order.findFirstOrThrow({ where: { id: row.orderId } });
    if (order.exchangedOrderId && order.total === 0n)
      refuse(
        'refund_exceeds_captured',
        `Nothing was paid for this exchange: refund an amount of order ${order.exchangedOrderId}.`,
      );
    const orderLines = await tx.db.orderLine.findMany({ where: { orderId: row.orderId } });
    const lines = sumByLine(row.received).map(([lineId, came]) => {
      const line = orderLines.find((each) => each.id === lineId);
      return { lineId, quantity: line ? Math.min(came, refundableQuantity(line)) : 0 };
    });
    const left = lines.filter(({ quantity }) => quantity > 0);
    if (left.length === 0) refuse('quantity_exceeded', 'What came back was refunded or exchanged before.');
    if (await isPaidBack(tx, row, { lines: left, isExchange: order.exchangedOrderId !== null })) return {};
    const input = { lines: left, ...(reason === undefined ? {} : { reason }) };
    return { refundId: (await issueRefund(tx, row.orderId, input, { returnId: id })).id };
  });
}

/**
 * Whether nothing is left to refund: of gifts, for which nothing was paid, and after a cheaper exchange that was then cancelled,
 * where the units' whole value may have been refunded already. Goods of an exchange were paid with those before.
 */
async function isPaidBack(
  tx: Transaction,
  { id, orderId }: ReturnModel,
  { lines, isExchange }: { lines: ReturnType<typeof toLine>[]; isExchange: boolean },
): Promise<boolean> {
  const { amount: paid } = await paidForReturn(tx, id);
  const worth = await worthOfUnits(tx, orderId, lines);
  const isFree = worth === 0n && !isExchange;
  if (!isFree && (paid === 0n || paid < worth)) return false;
  await bookGoods(
    tx,
    orderId,
    { kind: 'return', id },
    lines.map(({ lineId, quantity }) => ({ lineId, kind: 'return_refunded', units: quantity })),
  );
  return true;
}
