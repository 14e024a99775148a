import type { TaxLine } from '@service/contract';
import type { OrderLineModel, RefundModel } from '@service/db';
import { smaller } from '../amounts.ts';
import type { Transaction } from '../context.ts';
import { bookGoods, readOrderMoney, refundableQuantity, undoGoods } from '../ledger/index.ts';
import { notifyAdmins } from '../notifications/index.ts';
import { LINES_IN_ORDER, lockOrderVariants } from '../orders/index.ts';
import { reopenRefundedReturn } from '../reopen-refunded-return.ts';
import { taxKeyOf } from '../taxes/index.ts';
import { cancelCreditNote, issueCreditNote } from './credit-notes.ts';
import { settleRefunds } from './settle-refunds.ts';

/**
 * A refund failed: its amount and its units can be refunded again, the return that it was for is received again, and its credit
 * note is cancelled. Goods that were restocked stay in the stock. A return of another order, whose cheaper exchange it was for, stays
 * as it is. The order is locked.
 */
export async function undoRefund(
  tx: Transaction,
  { id, orderId, returnId }: Pick<RefundModel, 'id' | 'orderId' | 'returnId'>,
): Promise<void> {
  if (returnId) await reopenRefundedReturn(tx, { id: returnId, orderId });
  else await undoGoods(tx, orderId, { kind: 'refund', id }, 'refunded');
  await settleRefunds(tx, orderId);
  await cancelCreditNote(tx, id);
}

/**
 * A failed refund succeeds after all. It gets another credit note, and its units are refunded again, unless another refund took
 * them meanwhile. Its part for a return is subtracted from the amount that the return gets. Returns the lines of the order
 * before. The order is locked.
 */
export async function redoRefund(tx: Transaction, refund: RefundModel): Promise<OrderLineModel[]> {
  const { id, orderId, returnId, credited } = refund;
  await lockOrderVariants(tx, orderId);
  const lines = await tx.db.orderLine.findMany({ where: { orderId }, orderBy: LINES_IN_ORDER });
  if (!returnId) await bookAgain(tx, refund, lines);
  if (credited !== null) {
    const { undocumented } = await readOrderMoney(tx, orderId);
    await issueCreditNote(tx, refund, smaller(credited, undocumented.forGoods), await taxedBefore(tx, id));
  }
  await notifyAdmins(tx, {
    kind: 'refund.revived',
    title: 'A refund that had failed went through after all',
    detail: `The provider paid back refund ${id} of order ${orderId}. If you have made it again, the buyer got it twice.`,
  });
  return lines;
}

/** Returns the amounts of the refund by key of tax, as in its credit note, which is cancelled now. */
async function taxedBefore({ db }: Transaction, refundId: string): Promise<Map<string, bigint>> {
  const note = await db.creditNote.findFirst({ where: { refundId }, orderBy: { number: 'desc' } });
  const taxLines = (note?.taxLines ?? []) as unknown as TaxLine[];
  return new Map(taxLines.map((line) => [taxKeyOf(line), BigInt(line.baseAmount + line.amount)]));
}

type Units = readonly { lineId: string; quantity: number }[];

async function bookAgain(
  tx: Transaction,
  { id, orderId, lines: units }: RefundModel,
  lines: readonly OrderLineModel[],
): Promise<void> {
  const entries = lines.map((line) => {
    const wanted = (units as unknown as Units).find(({ lineId }) => lineId === line.id)?.quantity ?? 0;
    return {
      lineId: line.id,
      kind: 'refunded' as const,
      units: Math.min(wanted, refundableQuantity(line)),
    };
  });
  await bookGoods(tx, orderId, { kind: 'refund', id }, entries);
}
