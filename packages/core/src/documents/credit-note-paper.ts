import type { CreditNoteData } from './credit-note-data.ts';
import { type Format, formatOf } from './format.ts';
import { exemptionNotes, taxSums } from './money.ts';
import type { Paper, Row } from './paper.ts';
import { buyerLines, sellerParts } from './parties.ts';

type IssuedCreditNote = CreditNoteData & { number: string; issuedAt: Date; issuedOn: string };

/** How a credit note is printed. */
export function creditNotePaper(note: IssuedCreditNote): Paper {
  const format = formatOf(note.locale);
  const { say, day, money } = format;
  const { number, currency, total, reason, paidBackTo, cancels } = note;
  return {
    language: format.language,
    title: say(cancels ? 'cancellation' : 'creditNote', { number }),
    date: note.issuedAt,
    ...sellerParts(note.seller, format),
    buyer: buyerLines(note.buyer, format),
    facts: [
      [say(cancels ? 'cancellationNumber' : 'creditNoteNumber'), number],
      [say('date'), day(note.issuedOn)],
      ...(cancels ? cancelledFacts(cancels, format) : []),
      [say('forInvoice'), note.invoice.number],
      [say('invoiceDate'), day(note.invoice.issuedOn)],
      [say('orderNumber'), note.orderNumber.toString()],
      [say('orderDate'), day(note.orderedOn)],
    ],
    columns: [
      { title: say(cancels ? 'chargedAgain' : 'refunded'), width: 315 },
      { title: say('quantity'), width: 80, isNumber: true },
      { title: say('amount'), width: 100, isNumber: true },
    ],
    rows: rowsOf(note, format),
    sums: [
      { label: say(cancels ? 'chargedAgain' : 'credited'), value: money(total, currency), weight: 'total' },
      ...taxSums(note.taxLines, { currency, isIncluded: true }, format),
    ],
    notes: [
      ...(cancels ? [say('cancelled', { number: cancels.number })] : []),
      ...(reason ? [say('reason', { reason })] : []),
      ...(paidBackTo
        ? [say('paidBack', { payment: format.payment(paidBackTo.provider, paidBackTo.reference) })]
        : []),
      ...exemptionNotes(note, format),
    ],
    pageOf: say('pageOf'),
  };
}

function cancelledFacts(
  cancels: NonNullable<CreditNoteData['cancels']>,
  { say, day }: Format,
): [string, string][] {
  return [
    [say('cancels'), cancels.number],
    [say('creditNoteDate'), day(cancels.issuedOn)],
  ];
}

function rowsOf(
  { lines, total, currency, paidBackTo, cancels }: CreditNoteData,
  { say, count, money }: Format,
): Row[] {
  const whole = say(paidBackTo || cancels ? 'refundedAmount' : 'notCharged');
  if (lines.length === 0) return [{ cells: [whole, '', money(total, currency)] }];
  const rows = lines.map(({ title, sku, quantity, amount }) => ({
    cells: [title, count(quantity), money(amount, currency)],
    detail: sku ? say('sku', { sku }) : undefined,
  }));
  const elsewhere = lines.reduce((sum, { amount }) => sum + amount, -total);
  if (elsewhere === 0) return rows;
  return [...rows, { cells: [say('otherPayments'), '', money(-elsewhere, currency)] }];
}
