import { currencyDigits, type FieldError } from '@service/contract';
import type { EInvoice } from './e-invoice.ts';

const PLACE = ['name', 'line1', 'city', 'country'] as const;

/** Returns what of a document lacks for EN 16931, by the setting or the part of the order that has it. */
export function missingForEInvoice({ seller, buyer, currency }: EInvoice): FieldError[] {
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
