import { type InputOf, type operations, type ReturnStatus, refuse } from '@service/contract';
import type { ReturnModel } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { moveStock } from '../catalog/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { countUnits, LINES_IN_ORDER, lockOrder, pickLines } from '../orders/index.ts';
import { issueRefund } from '../refunds/index.ts';
import { type PresentedReturn, presentReturn } from './present.ts';
import { assertMove } from './transitions.ts';

type Decision = InputOf<typeof operations.approveReturn>['body'];
type Receipt = InputOf<typeof operations.receiveReturn>['body'];
type Refund = InputOf<typeof operations.refundReturn>['body'];
type Changes = Partial<Pick<ReturnModel, 'note' | 'refundId'>> & { received?: PresentedReturn['received'] };

/** Refuses with `not_found` or `illegal_return_transition`, as all of these do. */
export function approveReturn(ctx: Context, id: string, { note }: Decision): Promise<PresentedReturn> {
  return moveReturn(ctx, id, 'approved', async () => ({ note: note ?? null }));
}

export function rejectReturn(ctx: Context, id: string, { note }: Decision): Promise<PresentedReturn> {
  return moveReturn(ctx, id, 'rejected', async () => ({ note: note ?? null }));
}

/** The goods are here: what is for sale again raises the stock. Refuses with `quantity_exceeded` or `validation_failed` too. */
export function receiveReturn(ctx: Context, id: string, { lines }: Receipt): Promise<PresentedReturn> {
  return moveReturn(ctx, id, 'received', async (tx, row) => {
    const orderLines = await tx.db.orderLine.findMany({
      where: { orderId: row.orderId },
      orderBy: LINES_IN_ORDER,
    });
    const expected = sumByLine(row.lines);
    const parcel = pickLines(orderLines, sumByLine(lines).map(toLine), (line) =>
      Math.min(
        expected.find(([lineId]) => lineId === line.id)?.[1] ?? 0,
        line.shippedQuantity - line.returnedQuantity,
      ),
    );
    const restocked = new Map(sumByLine(lines.filter(({ restock }) => restock)));
    await moveStock(
      tx,
      sumOf(
        parcel.flatMap(({ line }) => {
          const units = restocked.get(line.id) ?? 0;
          return units > 0 ? [[line.variantId, units] as const] : [];
        }),
      ).map(([variantId, stock]) => ({ variantId, kind: 'returned', reserved: 0, stock })),
    );
    for (const { line, quantity } of parcel) await countUnits(tx, line.id, { returnedQuantity: quantity });
    return { received: lines.map((line) => ({ ...line, lineId: line.lineId.toLowerCase() })) };
  });
}

/** Refunds the units that came and weren't refunded before; refuses as `issueRefund` does too. */
export function refundReturn(ctx: Context, id: string, { reason }: Refund): Promise<PresentedReturn> {
  return moveReturn(ctx, id, 'refunded', async (tx, row) => {
    const orderLines = await tx.db.orderLine.findMany({ where: { orderId: row.orderId } });
    const lines = sumByLine(row.received).map(([lineId, came]) => {
      const line = orderLines.find((each) => each.id === lineId);
      return { lineId, quantity: Math.min(came, line ? line.quantity - line.refundedQuantity : 0) };
    });
    const left = lines.filter(({ quantity }) => quantity > 0);
    if (left.length === 0) refuse('quantity_exceeded', 'What came back was refunded before.');
    const input = { lines: left, ...(reason === undefined ? {} : { reason }) };
    const { id: refundId } = await issueRefund(tx, row.orderId, input, { isOfReturn: true });
    return { refundId };
  });
}

/** The order is locked first, as by every change of an order, so that of two changes of a return one comes second. */
async function moveReturn(
  ctx: Context,
  id: string,
  to: ReturnStatus,
  change: (tx: Transaction, row: ReturnModel) => Promise<Changes>,
): Promise<PresentedReturn> {
  return inTransaction(ctx, async (tx) => {
    await lockOrder(tx, (await findReturn(tx, id)).orderId);
    const row = await findReturn(tx, id);
    const before = presentReturn(row);
    assertMove(before.status, to);
    const changes = await change(tx, row);
    const after = presentReturn(
      await tx.db.return.update({
        where: { tenantId_id: { tenantId: tx.tenantId, id } },
        data: { ...changes, status: to, updatedAt: tx.now() },
      }),
    );
    // The record of the refund says it.
    if (to !== 'refunded')
      await recordChange(tx, { action: `return.${to}`, subject: { type: 'return', id }, before, after });
    return after;
  });
}

/** Refuses with `not_found`. */
export async function getReturn(ctx: Context, id: string): Promise<PresentedReturn> {
  return presentReturn(await findReturn(ctx, id));
}

async function findReturn(ctx: Context, id: string): Promise<ReturnModel> {
  const row = await ctx.db.return.findFirst({ where: { id } });
  return row ?? refuse('not_found', `No return ${id}.`);
}

type Units = readonly { lineId: string; quantity: number }[];

function sumByLine(lines: unknown): [string, number][] {
  return sumOf((lines as Units).map(({ lineId, quantity }) => [lineId.toLowerCase(), quantity] as const));
}

function sumOf(units: readonly (readonly [string, number])[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const [key, count] of units) sums.set(key, (sums.get(key) ?? 0) + count);
  return [...sums];
}

function toLine([lineId, quantity]: readonly [string, number]) {
  return { lineId, quantity };
}
