import { currencyDigits, type EInvoiceProfile, type FieldError } from '@service/contract';
import type { InvoiceData } from './invoice-data.ts';

const PLACE = ['name', 'line1', 'city', 'country'] as const;

type Parties = Pick<InvoiceData, 'seller' | 'buyer' | 'currency'>;

/** Whether the invoice has an XML; its credit notes name the same parties. */
export function isEInvoice(data: unknown): boolean {
  return missingForEInvoice(data as Parties).length === 0;
}

/** Returns the parts that a document lacks for EN 16931 or XRechnung, by the setting or the part of the order that has them. */
export function missingForEInvoice(
  { seller, buyer, currency }: Parties,
  profile: EInvoiceProfile = 'en16931',
): FieldError[] {
  const ofXRechnung: [boolean, string, string][] = [
    [!buyer?.leitwegId, '/order/billingAddress/leitwegId', 'says where a public buyer takes invoices'],
    [!buyer?.city || !buyer.postalCode, '/order/billingAddress', 'has a city and a postal code'],
    [!seller.postalCode, '/settings/seller/postalCode', 'is the seller’s'],
    [!seller.contactName, '/settings/seller/contactName', 'is who answers questions'],
    [!seller.phone, '/settings/seller/phone', 'is where they are called'],
    [!seller.email, '/settings/seller/email', 'is where they are written to'],
  ];
  const lacks: [boolean, string, string][] = [
    [PLACE.some((part) => !seller[part]), '/settings/seller', 'names the seller with an address'],
    [!seller.vatNumber, '/settings/vatNumber', 'is the seller’s VAT number'],
    [!buyer?.name || !buyer.country, '/order/billingAddress', 'names the buyer and a country'],
    [currencyDigits(currency) > 2, '/order/currency', 'has two digits behind the point at most'],
    ...(profile === 'xrechnung' ? ofXRechnung : []),
  ];
  return lacks.flatMap(([isMissing, path, message]) =>
    isMissing ? [{ path, code: 'missing', message }] : [],
  );
}
