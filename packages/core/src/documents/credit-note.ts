import { type FileAnswer, type Locale, refuse, type TaxLine } from '@service/contract';
import type { OrderLineModel, RefundModel } from '@service/db';
import type { Context } from '../context.ts';
import { nameOf } from '../orders/index.ts';
import { type Format, formatOf } from './format.ts';
import { isUntaxed, paymentName, taxNotes, taxSums } from './money.ts';
import type { Row } from './paper.ts';
import { buyerLines, presentSeller, sellerOf } from './seller.ts';

/** Refuses with `not_found`. */
export async function creditNotePdf(ctx: Context, id: string): Promise<FileAnswer> {
  const note = await ctx.db.creditNote.findFirst({
    where: { id },
    include: { refund: { include: { payment: true } } },
  });
  if (!note) refuse('not_found', `No credit note ${id}.`);
  const order = await ctx.db.order.findFirstOrThrow({
    where: { id: note.orderId },
    include: { lines: true },
  });
  const tenant = await ctx.db.tenant.findUniqueOrThrow({ where: { id: ctx.tenantId } });
  const { refund, currency } = note;
  const format = formatOf(order.locale as Locale);
  const { say, day, money } = format;
  const number = note.number.toString();
  const seller = sellerOf(order, tenant);
  const taxLines = isUntaxed(order) ? [] : (note.taxLines as unknown as TaxLine[]);

  const bytes = await ctx.services.printer.print(ctx.tenantId, {
    language: format.language,
    title: say('creditNote', { number }),
    date: note.createdAt,
    ...presentSeller(seller, format),
    buyer: buyerLines(order, format),
    facts: [
      [say('creditNoteNumber'), number],
      [say('date'), day(note.createdAt)],
      [say('forInvoice'), order.number.toString()],
      [say('orderDate'), day(order.createdAt)],
    ],
    columns: [
      { title: say('refunded'), width: 315 },
      { title: say('quantity'), width: 80, isNumber: true },
      { title: say('amount'), width: 100, isNumber: true },
    ],
    rows: refund
      ? rowsOf(note.amount, refund, order.lines, format)
      : [{ cells: [say('notCharged'), '', money(note.amount, currency)] }],
    sums: [
      { label: say('credited'), value: money(note.amount, currency), weight: 'total' },
      ...taxSums(taxLines, { currency, isIncluded: true }, format),
    ],
    notes: [
      ...(refund?.reason ? [say('reason', { reason: refund.reason })] : []),
      ...(refund ? [say('paidBack', paymentName(refund.payment))] : []),
      ...taxNotes(order, seller, format),
    ],
    pageOf: say('pageOf'),
  });
  return { fileName: `credit-note-${number}.pdf`, bytes };
}

function rowsOf(
  credited: bigint,
  { lines: refunded, currency }: RefundModel,
  lines: readonly OrderLineModel[],
  { say, count, money }: Format,
): Row[] {
  const units = refunded as { lineId: string; quantity: number; amount: number }[];
  if (units.length === 0) return [{ cells: [say('refundedAmount'), '', money(credited, currency)] }];
  const rows = units.map(({ lineId, quantity, amount }) => {
    const line = lines.find(({ id }) => id === lineId);
    return {
      cells: [line ? nameOf(line) : '', count(quantity), money(amount, currency)],
      detail: line && say('sku', { sku: line.sku }),
    };
  });
  const elsewhere = units.reduce((sum, { amount }) => sum + BigInt(amount), -credited);
  if (elsewhere === 0n) return rows;
  return [...rows, { cells: [say('otherPayments'), '', money(-elsewhere, currency)] }];
}
