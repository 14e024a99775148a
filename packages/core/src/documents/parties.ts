import type { Format } from './format.ts';
import type { InvoiceData } from './invoice-data.ts';
import type { Paper } from './paper.ts';

type Party = NonNullable<InvoiceData['deliveryAddress']>;

/** The parts of a document that name the seller. */
export function sellerParts(seller: InvoiceData['seller'], format: Format): Pick<Paper, 'seller' | 'footer'> {
  const { name, vatNumber, registration, email } = seller;
  const lines = placeLines(seller, format);
  const legal = [registration, vatNumber && format.say('vatNumber', { number: vatNumber })];
  return {
    seller: { name, lines },
    footer: [[name, ...lines], [...legal, email].filter(isText)],
  };
}

export function buyerLines(buyer: InvoiceData['buyer'], format: Format): string[] {
  if (!buyer) return [];
  const number = buyer.vatNumber;
  return [...addressLines(buyer, format), ...(number ? [format.say('vatNumber', { number })] : [])];
}

export function addressLines(party: Party, format: Format): string[] {
  return [party.name, party.company, ...placeLines(party, format)].filter(isText);
}

function placeLines({ line1, line2, postalCode, city, region, country }: Party, format: Format): string[] {
  const place = [postalCode, city].filter(isText).join(' ');
  return [line1, line2, place, region, country && format.country(country)].filter(isText);
}

function isText(value: string | null): value is string {
  return Boolean(value);
}
