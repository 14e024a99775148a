import { currencyDigits, type FieldError } from '@service/contract';
import type { InvoiceData } from './invoice-data.ts';

const PLACE = ['name', 'line1', 'city', 'country'] as const;

type Parties = Pick<InvoiceData, 'seller' | 'buyer' | 'currency'>;

/** Whether the invoice that says this has an XML; its credit notes name the same parties. */
export function isEInvoice(data: unknown): boolean {
  return missingForEInvoice(data as Parties).length === 0;
}

/** Returns what of a document lacks for EN 16931, by the setting or the part of the order that has it. */
export function missingForEInvoice({ seller, buyer, currency }: Parties): FieldError[] {
  const lacks: [boolean, string, string][] = [
    [PLACE.some((part) => !seller[part]), '/settings/seller', 'names the seller with an address'],
    [!seller.vatNumber, '/settings/vatNumber', 'is the seller’s VAT number'],
    [!buyer?.name || !buyer.country, '/order/billingAddress', 'names the buyer and a country'],
    [currencyDigits(currency) > 2, '/order/currency', 'has two digits behind the point at most'],
  ];
  return lacks.flatMap(([isMissing, path, message]) =>
    isMissing ? [{ path, code: 'missing', message }] : [],
  );
}
