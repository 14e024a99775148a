import { type FileAnswer, refuse, type TaxLine } from '@service/contract';
import type { OrderLineModel, RefundModel } from '@service/db';
import type { Context } from '../context.ts';
import { nameOf } from '../orders/index.ts';
import { buyerLines, day, money, sellerLines, taxNotes, taxSums } from './format.ts';
import { renderPdf } from './render-pdf.ts';

/** Refuses with `not_found`. */
export async function creditNotePdf(ctx: Context, id: string): Promise<FileAnswer> {
  const note = await ctx.db.creditNote.findFirst({ where: { id }, include: { refund: true } });
  if (!note) refuse('not_found', `No credit note ${id}.`);
  const order = await ctx.db.order.findFirstOrThrow({
    where: { id: note.orderId },
    include: { lines: true },
  });
  const tenant = await ctx.db.tenant.findUniqueOrThrow({ where: { id: ctx.tenantId } });

  const bytes = await renderPdf({
    title: `Credit note ${note.number}`,
    from: sellerLines(tenant),
    to: buyerLines(order),
    facts: [
      ['Credit note number', note.number.toString()],
      ['Date', day(note.createdAt)],
      ['For invoice', order.number.toString()],
      ...(note.refund.reason ? [['Reason', note.refund.reason] as const] : []),
    ],
    columns: [
      { title: 'Refunded', width: 305 },
      { title: 'Quantity', width: 90, isNumber: true },
      { title: 'Amount', width: 100, isNumber: true },
    ],
    rows: rowsOf(note.refund, order.lines),
    sums: [
      ...taxSums(note.taxLines as unknown as TaxLine[], note.currency),
      ['Credited, VAT included', money(note.amount, note.currency)],
    ],
    notes: taxNotes(order),
    date: note.createdAt,
  });
  return { fileName: `credit-note-${note.number}.pdf`, bytes };
}

function rowsOf(refund: RefundModel, lines: readonly OrderLineModel[]): string[][] {
  const refunded = refund.lines as { lineId: string; quantity: number; amount: number }[];
  if (refunded.length === 0) return [['Partial or full amount', '', money(refund.amount, refund.currency)]];
  return refunded.map(({ lineId, quantity, amount }) => {
    const line = lines.find(({ id }) => id === lineId);
    const name = line ? `${nameOf(line)} (${line.sku})` : '';
    return [name, quantity.toString(), money(amount, refund.currency)];
  });
}
