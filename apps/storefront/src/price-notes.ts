import type { ListStoreProductsItem, StoreProduct } from '@service/client-js';
import { type Html, html } from '@service/theme-sdk';
import type { Reader } from './reader.ts';

type Variant = StoreProduct['variants'][number];

/** What a price is noted by: of a variant, or of the cheapest of a product in a list. */
export interface Noted
  extends Pick<Variant, 'priceAmount' | 'currency' | 'compareAtAmount' | 'lowestPriceIn30Days'> {
  price: Pick<NonNullable<Variant['price']>, 'amount' | 'currency' | 'includesTax' | 'unitPrice'> | null;
}

/** The cheapest variant of a product in a list; undefined: none is sold. */
export function cheapestOf({ price, cheapest }: ListStoreProductsItem): Noted | undefined {
  if (!price || !cheapest) return undefined;
  const { unitPrice, ...noted } = cheapest;
  return { ...noted, price: { ...price, amount: price.from, unitPrice } };
}

/** Stands beside a price: shoppers see it with tax, a business perhaps without. */
export function vat({ t }: Reader, { includesTax }: { includesTax: boolean }): Html {
  return html` <small>${includesTax ? t.inclVat : t.exclVat}</small>`;
}

/** A reduced price stands beside the one that it is compared with, and the lowest of 30 days (EU directive 98/6, article 6a). */
export function earlierPrices(
  { t, money }: Reader,
  { price, priceAmount, compareAtAmount, currency, lowestPriceIn30Days }: Noted,
  pricesIncludeTax: boolean,
): Html | undefined {
  const before = compareAtAmount ?? (lowestPriceIn30Days === null ? 0 : priceAmount);
  const isReduced = price && price.currency === currency && price.includesTax === pricesIncludeTax;
  if (!isReduced || before <= price.amount) return undefined;
  return html`<s>${money(before, currency)}</s>${
    lowestPriceIn30Days !== null &&
    html`<small>${t.lowestPrice(money(lowestPriceIn30Days, currency))}</small>`
  }`;
}

/** Such as “€13.32 / 1 l”, beside what is sold by measure (EU directive 98/6, article 3). */
export function unitPrice({ money }: Reader, { price }: Noted): Html | undefined {
  if (!price?.unitPrice) return undefined;
  const { amount, referenceAmount, referenceUnit } = price.unitPrice;
  const unit = referenceUnit.replace('2', '²').replace('3', '³');
  return html`<small>${money(amount, price.currency)} / ${referenceAmount} ${unit}</small>`;
}
