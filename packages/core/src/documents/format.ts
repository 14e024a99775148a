import type { Address, TaxLine } from '@service/contract';
import type { OrderModel, TenantModel } from '@service/db';

/** Minor units as people read them; how many digits are behind the point is the currency's. */
export function money(amount: number | bigint, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  const text = amount.toString().padStart(digits + 1, '0');
  const decimal = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  return format.format(decimal as `${number}`);
}

export function percent(basisPoints: number): string {
  return `${basisPoints / 100} %`;
}

export function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}

type Seller = Pick<TenantModel, 'name' | 'country' | 'vatNumber'>;
type Buyer = Pick<OrderModel, 'billingAddress' | 'shippingAddress' | 'vatNumber' | 'vatStatus'>;

export function sellerLines({ name, country, vatNumber }: Seller): string[] {
  return [name, country, ...vatLine(vatNumber)];
}

/** With the VAT number if it was proven at the checkout: a document claims nothing that nobody has checked. */
export function buyerLines({ billingAddress, shippingAddress, vatNumber, vatStatus }: Buyer): string[] {
  const address = addressLines((billingAddress ?? shippingAddress) as Address | null);
  return [...address, ...vatLine(vatStatus === 'valid' ? vatNumber : null)];
}

function vatLine(vatNumber: string | null): string[] {
  return vatNumber === null ? [] : [`VAT number: ${vatNumber}`];
}

function addressLines(address: Address | null): string[] {
  if (!address) return [];
  const { name, company, line1, line2, postalCode, city, region, country } = address;
  return [name, company, line1, line2, `${postalCode} ${city}`, region, country].filter(
    (line): line is string => Boolean(line),
  );
}

export function taxSums(taxLines: readonly TaxLine[], currency: string): [string, string][] {
  return taxLines.map(({ country, rateBasisPoints, baseAmount, amount }) => [
    `VAT ${country} ${percent(rateBasisPoints)} on ${money(baseAmount, currency)}`,
    money(amount, currency),
  ]);
}

/** Why a document charges no tax, if it should; at most one of the two holds. */
export function taxNotes({
  reverseCharge,
  taxExempt,
}: Pick<OrderModel, 'reverseCharge' | 'taxExempt'>): string[] {
  if (reverseCharge) return [REVERSE_CHARGE_NOTE];
  return taxExempt ? [TAX_EXEMPT_NOTE] : [];
}

/** What the law wants to read on a sale whose tax the buyer pays; Article 226 (11a) of Directive 2006/112/EC. */
const REVERSE_CHARGE_NOTE =
  'Reverse charge: VAT is to be accounted for by the recipient (Article 196 of Directive 2006/112/EC).';

/** Which exemption it is, the store's operator knows: the customer's papers are with them. */
const TAX_EXEMPT_NOTE = 'No VAT is charged: the customer is exempt from VAT.';
