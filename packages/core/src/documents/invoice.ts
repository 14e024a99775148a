import { type FileAnswer, refuse, type TaxLine } from '@service/contract';
import type { OrderLineModel, OrderModel } from '@service/db';
import type { Context } from '../context.ts';
import { LINES_IN_ORDER, nameOf } from '../orders/index.ts';
import { buyerLines, day, money, percent, sellerLines, taxNotes, taxSums } from './format.ts';
import { renderPdf } from './render-pdf.ts';

/** Refuses with `not_found` or `not_paid`. */
export async function invoicePdf(ctx: Context, orderId: string): Promise<FileAnswer> {
  const order = await ctx.db.order.findFirst({
    where: { id: orderId },
    include: {
      lines: { orderBy: LINES_IN_ORDER },
      history: { where: { status: 'paid' }, orderBy: { createdAt: 'asc' }, take: 1 },
    },
  });
  if (!order) refuse('not_found', `No order ${orderId}.`);
  const [paid] = order.history;
  if (!paid) refuse('not_paid', 'An invoice is made when the order is paid.');
  const reasons = taxNotes(order);
  const tenant = await ctx.db.tenant.findUniqueOrThrow({ where: { id: ctx.tenantId } });

  const bytes = await renderPdf({
    title: `Invoice ${order.number}`,
    from: sellerLines(tenant),
    to: buyerLines(order),
    facts: [
      ['Invoice number', order.number.toString()],
      ['Invoice date', day(paid.createdAt)],
      ['Order date', day(order.createdAt)],
    ],
    columns: [
      { title: 'Article', width: 215 },
      { title: 'Quantity', width: 60, isNumber: true },
      { title: 'Price', width: 80, isNumber: true },
      { title: 'VAT', width: 50, isNumber: true },
      { title: 'Amount', width: 90, isNumber: true },
    ],
    rows: order.lines.map((line) => lineRow(line, order.currency)),
    sums: sumsOf(order),
    notes: [
      // Where none is charged it was taken off them.
      order.pricesIncludeTax && reasons.length === 0 ? 'Prices include VAT.' : 'Prices are without VAT.',
      ...reasons,
    ],
    date: paid.createdAt,
  });
  return { fileName: `invoice-${order.number}.pdf`, bytes };
}

function lineRow(line: OrderLineModel, currency: string): string[] {
  const price = line.unitAmount * BigInt(line.quantity);
  return [
    `${nameOf(line)} (${line.sku})`,
    line.quantity.toString(),
    money(line.unitAmount, currency),
    percent(line.rateBasisPoints),
    money(price, currency),
  ];
}

function sumsOf(order: OrderModel): [string, string][] {
  const { currency } = order;
  return [
    ['Subtotal', money(order.subtotal, currency)],
    ...(order.discountTotal > 0n
      ? [
          [`Discount ${order.discountCode ?? ''}`.trim(), `- ${money(order.discountTotal, currency)}`] as [
            string,
            string,
          ],
        ]
      : []),
    [`Shipping ${order.shippingName ?? ''}`.trim(), money(order.shippingTotal, currency)],
    ...taxSums(order.taxLines as unknown as TaxLine[], currency),
    ['Total', money(order.total, currency)],
  ];
}
