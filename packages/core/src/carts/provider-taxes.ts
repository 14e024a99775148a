import { createHash } from 'node:crypto';
import type { Address } from '@service/contract';
import { MINUTE_MS } from '@service/jobs/primitives';
import type { TaxQuestion, TaxRates } from '@service/module-sdk';
import { bearsNoTax, type ClassTax, type TaxAnswer } from '../taxes/index.ts';
import type { PricedCart, Taxes } from './price-cart.ts';
import type { CartRow } from './select-cart.sql.ts';

/** What a tax provider said, as it is kept with a cart. */
export interface ProviderTaxes {
  /** Of the question and the provider. */
  key: string;
  until: string;
  /** Null: it didn't respond. */
  rates: TaxRates | null;
  /** From then on it is asked again; null: it responded. */
  retryAt: string | null;
}

/** How long what was said of the same goods at the same address holds, also that nothing was said: the shopper sees the total. */
const LIFETIME_MS = 30 * MINUTE_MS;
/** How long a provider that didn't respond isn't asked again, so that the next page doesn't wait for it too. */
const RETRY_MS = MINUTE_MS;

/**
 * What the provider is asked about a cart that is priced by the store's own rates; undefined: nothing of it is taxed where the goods
 * go. For gifts nothing is paid. A store below the threshold of the OSS taxes the sale at home, by its own rates.
 */
export function taxQuestionOf(
  { cart, lines, shippingTotal }: PricedCart,
  { tax, address }: { tax: TaxAnswer; address: Address },
): TaxQuestion | undefined {
  const { country, region = null, postalCode, city } = address;
  if (tax.reverseCharge || tax.taxExempt || tax.country !== country) return undefined;
  const goods = lines.filter(
    ({ isForSale, isGift, taxClass }) => isForSale && !isGift && !bearsNoTax(taxClass),
  );
  if (goods.length === 0) return undefined;
  return {
    currency: cart.currency,
    pricesIncludeTax: cart.pricesIncludeTax,
    fromCountry: cart.storeCountry,
    to: { country, region, postalCode, city },
    goods: goods.map(({ variantId, sku, taxClass, quantity, subtotal, discountTotal }) => ({
      ...{ variantId, sku, taxClass, quantity, amount: subtotal - discountTotal },
    })),
    shippingAmount: shippingTotal,
  };
}

type Kept = Pick<CartRow, 'providerTaxes' | 'taxProvider'>;

interface Answer {
  /** Null: it didn't respond; undefined: it wasn't asked. */
  rates: TaxRates | null | undefined;
  /** Whether the next to read the cart asks it. */
  isOpen: boolean;
}

/** What the provider said of this question. */
export function answerTo(row: Kept, question: TaxQuestion, now: Date): Answer {
  const kept = row.providerTaxes;
  const isCurrent = kept !== null && new Date(kept.until) > now && kept.key === keyOf(row, question);
  if (!isCurrent) return { rates: undefined, isOpen: true };
  return { rates: kept.rates, isOpen: kept.retryAt !== null && new Date(kept.retryAt) <= now };
}

/** What is kept of an answer; null: there was none. */
export function keptTaxes(
  row: Kept,
  question: TaxQuestion,
  rates: TaxRates | null,
  now: Date,
): ProviderTaxes {
  const after = (ms: number) => new Date(now.getTime() + ms).toISOString();
  return {
    key: keyOf(row, question),
    until: after(LIFETIME_MS),
    rates,
    retryAt: rates ? null : after(RETRY_MS),
  };
}

/** The taxes that the provider said; goods that it wasn't asked about have their own. Each variant stands in a cart once. */
export function taxesOf({ goods }: TaxQuestion, { goods: rates, shipping }: TaxRates, own: Taxes): Taxes {
  const byVariant = new Map(goods.map(({ variantId }, index) => [variantId, taxAt(rates[index] ?? 0)]));
  return {
    ofLine: (line) => byVariant.get(line.variantId) ?? own.ofLine(line),
    ofShipping: shipping === null ? null : taxAt(shipping),
  };
}

function taxAt(rateBasisPoints: number): ClassTax {
  return { rateBasisPoints, exempt: false, relievedRateBasisPoints: null };
}

function keyOf({ taxProvider }: Kept, question: TaxQuestion): string {
  const asText = (_name: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);
  return createHash('sha256')
    .update(JSON.stringify([taxProvider?.name, question], asText))
    .digest('base64url');
}
