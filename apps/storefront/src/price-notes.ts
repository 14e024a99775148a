import type { StoreProduct } from '@service/client-js';
import { type Html, html } from '@service/theme-sdk';
import type { Reader } from './reader.ts';

/** Stands beside a price: shoppers see it with tax, a business perhaps without. */
export function vat({ t }: Reader, { includesTax }: { includesTax: boolean }): Html {
  return html` <small>${includesTax ? t.inclVat : t.exclVat}</small>`;
}

/** A reduced price stands beside the one that it is compared with, and the lowest of 30 days (EU directive 98/6, article 6a). */
export function earlierPrices(
  { t, money }: Reader,
  { price, priceAmount, compareAtAmount, currency, lowestPriceIn30Days }: StoreProduct['variants'][number],
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
export function unitPrice({ money }: Reader, { price }: StoreProduct['variants'][number]): Html | undefined {
  if (!price?.unitPrice) return undefined;
  const { amount, referenceAmount, referenceUnit } = price.unitPrice;
  const unit = referenceUnit.replace('2', '²').replace('3', '³');
  return html`<small>${money(amount, price.currency)} / ${referenceAmount} ${unit}</small>`;
}
