import type { Address, Seller } from '@service/contract';
import type { OrderModel, TenantModel } from '@service/db';
import type { Format } from './format.ts';
import type { Paper } from './paper.ts';

/** Who sells, as the order keeps it from its checkout. */
type SellerOfOrder = Partial<Seller> & { vatNumber?: string | null };

/** An order from before the seller's address was kept, or was known, has that of now. */
export function sellerOf(order: OrderModel, tenant: TenantModel): SellerOfOrder {
  const kept = order.seller as SellerOfOrder | null;
  if (kept?.line1) return kept;
  const { name, country, vatNumber } = tenant;
  return { name, country, vatNumber, ...(tenant.seller as Seller | null) };
}

/** The parts of a document that say who sells. */
export function presentSeller(seller: SellerOfOrder, format: Format): Pick<Paper, 'seller' | 'footer'> {
  const { name = '', vatNumber, registration, email } = seller;
  const address = addressLines(seller, format);
  const legal = [registration, vatNumber && format.say('vatNumber', { number: vatNumber })];
  return {
    seller: { name, lines: address },
    footer: [[name, ...address], [...legal, email].filter(isText)],
  };
}

/** With the VAT number if it was proven at the checkout: a document claims nothing that nobody has checked. */
export function buyerLines(order: OrderModel, format: Format): string[] {
  const address = (order.billingAddress ?? order.shippingAddress) as Address | null;
  if (!address) return [];
  const vatNumber = order.vatStatus === 'valid' ? order.vatNumber : null;
  return [
    address.name,
    address.company,
    ...addressLines(address, format),
    vatNumber && format.say('vatNumber', { number: vatNumber }),
  ].filter(isText);
}

function addressLines(address: Partial<Address>, { country }: Format): string[] {
  const { line1, line2, postalCode, city, region, country: code } = address;
  const place = [postalCode, city].filter(isText).join(' ');
  return [line1, line2, place, region, code && country(code)].filter(isText);
}

function isText(value: string | null | undefined): value is string {
  return Boolean(value);
}
