import { type Format, formatOf } from './format.ts';
import type { InvoiceData } from './invoice-data.ts';
import { exemptionNotes, taxSums } from './money.ts';
import type { Paper, Row, Sum } from './paper.ts';
import { addressLines, buyerLines, sellerParts } from './parties.ts';

type IssuedInvoice = InvoiceData & { number: string; issuedAt: Date; issuedOn: string };

/** How an invoice is printed. */
export function invoicePaper(invoice: IssuedInvoice): Paper {
  const format = formatOf(invoice.locale);
  const { say, day } = format;
  const { number, deliveryAddress } = invoice;
  return {
    language: format.language,
    title: say('invoice', { number }),
    date: invoice.issuedAt,
    ...sellerParts(invoice.seller, format),
    buyer: buyerLines(invoice.buyer, format),
    delivery: deliveryAddress
      ? { title: say('deliveryAddress'), lines: addressLines(deliveryAddress, format) }
      : undefined,
    facts: [
      [say('invoiceNumber'), number],
      [say('invoiceDate'), day(invoice.issuedOn)],
      [say('orderNumber'), invoice.orderNumber.toString()],
      [say('orderDate'), day(invoice.orderedOn)],
      ...supplyFacts(invoice, format),
    ],
    columns: [
      { title: say('article'), width: 215 },
      { title: say('quantity'), width: 60, isNumber: true },
      { title: say('unitPrice'), width: 80, isNumber: true },
      { title: say('vat'), width: 55, isNumber: true },
      { title: say('amount'), width: 85, isNumber: true },
    ],
    rows: invoice.lines.map((line) => rowOf(line, invoice.currency, format)),
    sums: sumsOf(invoice, format),
    notes: [
      ...paymentNotes(invoice, format),
      ...(isUntaxed(invoice) ? [] : [say(invoice.pricesIncludeTax ? 'withVat' : 'withoutVat')]),
      ...exemptionNotes(invoice, format),
    ],
    pageOf: say('pageOf'),
  };
}

/** The day on which the goods left. Before that, tax law requires the day of the payment. */
function supplyFacts({ supply, payments }: InvoiceData, { say, day, days }: Format): [string, string][] {
  if (supply) return [[say('supplied'), days(supply.from, supply.to)]];
  const received = payments.findLast(({ paidOn }) => paidOn !== null)?.paidOn;
  return received ? [[say('paymentReceived'), day(received)]] : [];
}

/** The goods are exported, or the store charges no tax there: then prices are neither with nor without it. */
function isUntaxed({ exemption }: InvoiceData): boolean {
  return exemption === 'export' || exemption === 'not_taxed';
}

function rowOf(
  line: InvoiceData['lines'][number],
  currency: string,
  { say, count, money, percent }: Format,
): Row {
  return {
    cells: [
      line.title,
      count(line.quantity),
      money(line.unitAmount, currency),
      line.exempt ? say('exempt') : percent(line.rateBasisPoints),
      money(line.unitAmount * line.quantity, currency),
    ],
    detail: say('sku', { sku: line.sku }),
  };
}

function sumsOf(invoice: InvoiceData, format: Format): Sum[] {
  const { currency, pricesIncludeTax: isIncluded, discountTotal, dueTotal } = invoice;
  const { say } = format;
  const money = (amount: number) => format.money(amount, currency);
  const tax = taxSums(invoice.taxLines, { currency, isIncluded }, format);
  const whole = discountTotal > 0 ? [{ title: invoice.discountCode, amount: discountTotal }] : [];
  const discounts = (invoice.discounts ?? whole).map(({ title, amount }) => ({
    label: named(say('discount'), title),
    value: money(-amount),
  }));
  return [
    { label: say('subtotal'), value: money(invoice.subtotal) },
    ...discounts,
    { label: named(say('shipping'), invoice.shippingName), value: money(invoice.shippingTotal) },
    ...(isIncluded ? [] : tax),
    { label: say('total'), value: money(invoice.total), weight: 'total' },
    ...(isIncluded ? tax : []),
    ...(dueTotal > 0
      ? [
          { label: say('paidSoFar'), value: money(invoice.paidTotal) },
          { label: say('due'), value: money(dueTotal), weight: 'total' as const },
        ]
      : []),
  ];
}

function named(what: string, name: string | null): string {
  return name ? `${what} (${name})` : what;
}

function paymentNotes({ payments, currency, total }: InvoiceData, format: Format): string[] {
  const { say, day, money } = format;
  if (total === 0) return [say('paidWithout')];
  return payments.map(({ provider, reference, amount, paidOn }) =>
    say(payments.length === 1 ? 'paid' : 'paidPart', {
      amount: money(amount, currency),
      date: paidOn ? day(paidOn) : '',
      payment: format.payment(provider, reference),
    }),
  );
}
