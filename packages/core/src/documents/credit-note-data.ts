import type { CreditNoteDocument } from '@service/contract';
import { nameOf } from '../line-titles.ts';
import { type DataOf, type InvoiceData, paymentNameOf, shownTaxLines } from './invoice-data.ts';
import type { NoteToWrite, SoldLine } from './read-sale.sql.ts';

export type CreditNoteData = DataOf<CreditNoteDocument>;

/**
 * The content of a credit note, or of the document that cancels one. Seller, buyer and the reason for no tax are those of its
 * invoice.
 */
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
