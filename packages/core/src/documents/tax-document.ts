import type { TaxLine } from '@service/contract';
import type { DocumentModel } from '@service/db';
import type { TaxDocument } from '@service/module-sdk';
import type { CreditNoteData } from './credit-note-data.ts';
import type { InvoiceData } from './invoice-data.ts';

/** A document as a tax provider records it. `invoice` is itself, or what it corrects. */
export function taxDocument(document: DocumentModel, invoice: DocumentModel): TaxDocument {
  const { id, number, issuedOn } = document;
  const { seller, buyer, deliveryAddress } = invoice.data as InvoiceData;
  const place = deliveryAddress ?? buyer;
  const { orderNumber, currency, exemption, taxLines, total } = document.data as Shared;
  return {
    ...{ id, number, orderNumber, currency, exemption },
    issuedOn: issuedOn.toISOString().slice(0, 10),
    invoiceNumber: invoice.number,
    fromCountry: seller.country,
    to: place && {
      country: place.country,
      region: place.region,
      postalCode: place.postalCode,
      city: place.city,
    },
    ...(document === invoice ? ofInvoice(document) : ofCreditNote(document)),
    taxes: taxLines.map(taxOf),
    total: BigInt(total),
  };
}

type Shared = Pick<
  InvoiceData & CreditNoteData,
  'orderNumber' | 'currency' | 'exemption' | 'taxLines' | 'total'
>;

function ofInvoice({ data }: DocumentModel) {
  const { lines } = data as InvoiceData;
  return {
    kind: 'invoice' as const,
    cancelsNumber: null,
    goods: lines.map(({ sku, quantity, total }) => ({ sku, quantity, amount: BigInt(total) })),
  };
}

function ofCreditNote({ data }: DocumentModel) {
  const { lines, cancels } = data as CreditNoteData;
  return {
    kind: 'credit_note' as const,
    cancelsNumber: cancels?.number ?? null,
    goods: lines.map(({ sku, quantity, amount }) => ({ sku, quantity, amount: BigInt(amount) })),
  };
}

function taxOf({ country, region, rateBasisPoints, baseAmount, amount }: TaxLine) {
  return {
    country,
    region: region ?? null,
    rateBasisPoints,
    baseAmount: BigInt(baseAmount),
    amount: BigInt(amount),
  };
}
