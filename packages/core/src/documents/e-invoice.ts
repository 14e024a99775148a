import type { Exemption, TaxLine } from '@service/contract';
import { taxKeyOf } from '../taxes/index.ts';
import type { CreditNoteData } from './credit-note-data.ts';
import { type Format, formatOf } from './format.ts';
import type { InvoiceData } from './invoice-data.ts';
import { exemptGoodsNote, exemptionNotes } from './money.ts';

type Party = NonNullable<InvoiceData['deliveryAddress']>;

/** A document in the terms of EN 16931; amounts are in minor units, without tax unless it says otherwise. */
export interface EInvoice {
  /** By UNTDID 1001: an invoice, or a credit note. */
  typeCode: '380' | '381';
  number: string;
  issuedOn: string;
  currency: string;
  notes: readonly string[];
  seller: InvoiceData['seller'];
  buyer: InvoiceData['buyer'];
  delivery: Party | null;
  orderNumber: string;
  /** The days on which the goods left, or on which they were paid. */
  period: { kind: 'supply' | 'payment'; from: string; to: string } | null;
  /** The document that this one changes. */
  preceding: { number: string; issuedOn: string } | null;
  lines: readonly EInvoiceLine[];
  charges: readonly (Taxed & { reason: string; amount: number })[];
  taxes: readonly EInvoiceTax[];
  /** The reason why no tax is charged, if none is, in code and in words. */
  exemption: { kind: Exemption; reason: string } | null;
  /** The reason for exempt goods, in words and by the code list VATEX. */
  exemptGoods: { reason: string; code: string | null } | null;
  /** With tax. */
  total: number;
  /** The settled part of the total. */
  paid: number;
  /** The means of payment for the rest. */
  terms: string;
  /** The means of payment, by UNTDID 4461. */
  meansCode: string;
}

/** The taxation of a line or of shipping. */
export interface Taxed {
  rateBasisPoints: number;
  exempt: boolean;
}

interface EInvoiceLine extends Taxed {
  name: string;
  description: string | null;
  sku: string | null;
  quantity: number;
  /** The amount of the whole line, after discounts. */
  amount: number;
}

interface EInvoiceTax extends Taxed {
  baseAmount: number;
  amount: number;
}

type Issued<Data> = Data & { number: string; issuedOn: string };

export function eInvoiceOf(invoice: Issued<InvoiceData>): EInvoice {
  const format = formatOf(invoice.locale);
  const lines = invoice.lines.map(({ title, sku, quantity, total, taxTotal, rateBasisPoints, exempt }) => ({
    name: title,
    description: null,
    sku,
    quantity,
    amount: total - taxTotal,
    rateBasisPoints,
    exempt: exempt === true,
  }));
  const net = invoice.total - invoice.taxTotal;
  const taxes = taxesOf(invoice.taxLines, net, lines);
  return {
    typeCode: '380',
    ...headOf(invoice, format),
    delivery: invoice.deliveryAddress,
    period: periodOf(invoice),
    preceding: null,
    lines,
    charges: shippingOf(taxes, lines, invoice.shippingName ?? format.say('shipping')),
    taxes,
    total: invoice.total,
    paid: invoice.paidTotal,
    terms: format.say('due'),
    meansCode: meansCodeOf(invoice.payments),
  };
}

/**
 * A credit note has a line for each rate of tax, so that its sums are exact whatever it is about; the goods are described in it.
 * The document that cancels one is an invoice: its amount is owed again.
 */
export function eCreditNoteOf(note: Issued<CreditNoteData>): EInvoice {
  const format = formatOf(note.locale);
  const net = note.taxLines.reduce((left, { amount }) => left - amount, note.total);
  const taxes = taxesOf(note.taxLines, net, []);
  const goods = note.lines.map(({ title, sku, quantity }) => `${quantity} × ${title} (${sku})`).join(', ');
  return {
    typeCode: note.cancels ? '380' : '381',
    ...headOf(note, format, note.reason ?? undefined),
    delivery: null,
    period: { kind: 'payment', from: note.issuedOn, to: note.issuedOn },
    preceding: note.cancels ?? note.invoice,
    lines: taxes.map(({ rateBasisPoints, exempt, baseAmount }) => ({
      name: format.say(note.cancels ? 'chargedAgain' : note.paidBackTo ? 'refunded' : 'notCharged'),
      description: goods || null,
      sku: null,
      quantity: 1,
      amount: baseAmount,
      rateBasisPoints,
      exempt,
    })),
    charges: [],
    taxes,
    total: note.total,
    paid: note.cancels || note.paidBackTo ? note.total : 0,
    terms: format.say('notCharged'),
    meansCode: meansCodeOf(note.paidBackTo ? [note.paidBackTo] : []),
  };
}

/** An online payment service; of transfers and cash that an operator enters, and where nothing is paid, it isn't defined. */
function meansCodeOf(payments: readonly { provider: string }[]): string {
  return payments.length > 0 && payments.every(({ provider }) => provider !== 'manual') ? '68' : '1';
}

function headOf(
  document: Issued<
    Pick<InvoiceData, 'currency' | 'seller' | 'buyer' | 'exemption' | 'exemptGoods' | 'orderNumber'>
  >,
  format: Format,
  reason?: string,
) {
  const { number, issuedOn, currency, seller, buyer, exemption, exemptGoods, orderNumber } = document;
  return {
    ...{ number, issuedOn, currency, seller, buyer },
    orderNumber: orderNumber.toString(),
    notes: reason ? [reason] : [],
    exemption: exemption && { kind: exemption, reason: exemptionNotes({ exemption }, format).join(' ') },
    exemptGoods: exemptGoods
      ? { reason: exemptGoodsNote(exemptGoods, format), code: exemptGoods.code }
      : null,
  };
}

/** Every tax of the lines, also one at which nothing is paid; without tax lines everything is taxed at zero. */
function taxesOf(taxLines: readonly TaxLine[], net: number, lines: readonly EInvoiceLine[]): EInvoiceTax[] {
  if (taxLines.length === 0 && net > 0)
    return [{ rateBasisPoints: 0, exempt: false, baseAmount: net, amount: 0 }];
  const known = taxLines.map((taxLine) => ({ ...taxLine, exempt: taxLine.exempt === true }));
  const unpaid = lines.map(({ rateBasisPoints, exempt }) => {
    return { rateBasisPoints, exempt, baseAmount: 0, amount: 0 };
  });
  // A map keeps the last one of equal keys.
  return [...new Map([...unpaid, ...known].map((each) => [taxKeyOf(each), each])).values()];
}

/** Shipping has the rates of the goods, or its own: it is the part of a rate's base that belongs to no line. */
function shippingOf(taxes: readonly EInvoiceTax[], lines: readonly EInvoiceLine[], reason: string) {
  return taxes.flatMap(({ rateBasisPoints, exempt, baseAmount }) => {
    const ofLines = lines.filter((line) => taxKeyOf(line) === taxKeyOf({ rateBasisPoints, exempt }));
    const amount = ofLines.reduce((left, line) => left - line.amount, baseAmount);
    return amount > 0 ? [{ reason, amount, rateBasisPoints, exempt }] : [];
  });
}

function periodOf({ supply, payments, issuedOn }: Issued<InvoiceData>): EInvoice['period'] {
  if (supply) return { kind: 'supply', ...supply };
  const received = payments.findLast(({ paidOn }) => paidOn !== null)?.paidOn ?? issuedOn;
  return { kind: 'payment', from: received, to: received };
}
