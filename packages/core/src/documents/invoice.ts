import { type FileAnswer, type Locale, refuse, type TaxLine } from '@service/contract';
import type { OrderLineModel, OrderModel, PaymentModel } from '@service/db';
import type { Context } from '../context.ts';
import { LINES_IN_ORDER, nameOf } from '../orders/index.ts';
import { type Format, formatOf } from './format.ts';
import { isUntaxed, paymentName, taxNotes, taxSums } from './money.ts';
import type { Row, Sum } from './paper.ts';
import { buyerLines, presentSeller, sellerOf } from './seller.ts';

/** Refuses with `not_found` or `not_paid`. */
export async function invoicePdf(ctx: Context, orderId: string): Promise<FileAnswer> {
  const order = await ctx.db.order.findFirst({
    where: { id: orderId },
    include: {
      lines: { orderBy: LINES_IN_ORDER },
      history: { where: { status: 'paid' }, orderBy: { createdAt: 'asc' }, take: 1 },
      payments: { where: { status: 'succeeded' }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], take: 1 },
    },
  });
  if (!order) refuse('not_found', `No order ${orderId}.`);
  const [paid] = order.history;
  if (!paid) refuse('not_paid', 'An invoice is made when the order is paid.');
  const tenant = await ctx.db.tenant.findUniqueOrThrow({ where: { id: ctx.tenantId } });
  const format = formatOf(order.locale as Locale);
  const { say, day } = format;
  const number = order.number.toString();
  const seller = sellerOf(order, tenant);

  const bytes = await ctx.services.printer.print(ctx.tenantId, {
    language: format.language,
    title: say('invoice', { number }),
    date: paid.createdAt,
    ...presentSeller(seller, format),
    buyer: buyerLines(order, format),
    facts: [
      [say('invoiceNumber'), number],
      [say('invoiceDate'), day(paid.createdAt)],
      [say('orderDate'), day(order.createdAt)],
    ],
    columns: [
      { title: say('article'), width: 215 },
      { title: say('quantity'), width: 60, isNumber: true },
      { title: say('unitPrice'), width: 80, isNumber: true },
      { title: say('vat'), width: 55, isNumber: true },
      { title: say('amount'), width: 85, isNumber: true },
    ],
    rows: order.lines.map((line) => rowOf(line, order.currency, format)),
    sums: sumsOf(order, format),
    notes: [
      paymentNote(order.payments[0], day(paid.createdAt), format),
      ...(isUntaxed(order) ? [] : [say(isTaxIncluded(order) ? 'withVat' : 'withoutVat')]),
      ...taxNotes(order, seller, format),
    ],
    pageOf: say('pageOf'),
  });
  return { fileName: `invoice-${number}.pdf`, bytes };
}

function rowOf(line: OrderLineModel, currency: string, { say, count, money, percent }: Format): Row {
  return {
    cells: [
      nameOf(line),
      count(line.quantity),
      money(line.unitAmount, currency),
      percent(line.rateBasisPoints),
      money(line.unitAmount * BigInt(line.quantity), currency),
    ],
    detail: say('sku', { sku: line.sku }),
  };
}

/** Where none is charged it was taken off the prices. */
function isTaxIncluded({ pricesIncludeTax, reverseCharge, taxExempt }: OrderModel): boolean {
  return pricesIncludeTax && !reverseCharge && !taxExempt;
}

function sumsOf(order: OrderModel & { lines: OrderLineModel[] }, format: Format): Sum[] {
  const { currency } = order;
  const { say, money } = format;
  const isIncluded = isTaxIncluded(order);
  const taxLines = isUntaxed(order) ? [] : (order.taxLines as unknown as TaxLine[]);
  const tax = taxSums(taxLines, { currency, isIncluded }, format);
  const discount = {
    label: named(say('discount'), order.discountCode),
    value: money(-order.discountTotal, currency),
  };
  return [
    { label: say('subtotal'), value: money(order.subtotal, currency) },
    ...(order.discountTotal > 0n ? [discount] : []),
    { label: named(say('shipping'), order.shippingName), value: money(order.shippingTotal, currency) },
    ...(isIncluded ? [] : tax),
    { label: say('total'), value: money(order.total, currency), weight: 'total' },
    ...(isIncluded ? tax : []),
  ];
}

function named(what: string, name: string | null): string {
  return name ? `${what} (${name})` : what;
}

function paymentNote(payment: PaymentModel | undefined, date: string, { say }: Format): string {
  return payment ? say('paid', { date, ...paymentName(payment) }) : say('paidWithout');
}
