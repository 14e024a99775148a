import type { CreditNoteDocument } from '@service/contract';
import { nameOf } from '../line-titles.ts';
import { type DataOf, type InvoiceData, paymentNameOf, shownTaxLines } from './invoice-data.ts';
import type { NoteToWrite, SoldLine } from './read-sale.ts';

export type CreditNoteData = DataOf<CreditNoteDocument>;

/** What a credit note says, or what cancels one. Who sold to whom, and why no tax is charged, is as its invoice says. */
export function creditNoteData(
  { amount, taxLines, refund, cancels }: Omit<NoteToWrite, 'cancels'> & Pick<CreditNoteDocument, 'cancels'>,
  invoice: { number: string; issuedOn: string; data: InvoiceData },
  lines: readonly SoldLine[],
): CreditNoteData {
  const { orderNumber, orderedOn, locale, currency, seller, buyer, exemption, exemptGoods } = invoice.data;
  const titles = new Map(lines.map((line) => [line.id, { title: nameOf(line), sku: line.sku }]));
  return {
    ...{ orderNumber, orderedOn, locale, currency, seller, buyer, exemption },
    ...(exemptGoods && taxLines.some(({ exempt }) => exempt) ? { exemptGoods } : {}),
    taxLines: shownTaxLines(taxLines, exemption),
    invoice: { number: invoice.number, issuedOn: invoice.issuedOn },
    cancels,
    lines: (refund?.lines ?? []).map(({ lineId, quantity, amount: ofLine }) => ({
      ...(titles.get(lineId) ?? { title: '', sku: '' }),
      quantity,
      amount: ofLine,
    })),
    total: amount,
    reason: (!cancels && refund?.reason) || null,
    paidBackTo: !cancels && refund ? paymentNameOf(refund.payment) : null,
  };
}
