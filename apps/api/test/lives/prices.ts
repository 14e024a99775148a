import { halfUp, least, most, sum } from './order-money.ts';
import { type Promotion, promote } from './promotions.ts';
import { shares } from './shares.ts';

/** How prices of an order are taxed: in prices or on top of them, each of the family's goods by its class. */
export interface TaxTerms {
  isNet: boolean;
  classes: readonly string[];
  /** In basis points, of each class. */
  rates: Readonly<Record<string, bigint>>;
  /** Those of the store's own country, which come off listed prices with tax in them: of a buyer who pays none. */
  relief?: Readonly<Record<string, bigint>>;
}

/** What is paid at one rate, and the tax in it. */
export interface TaxPart {
  rate: bigint;
  gross: bigint;
  tax: bigint;
}

const WHOLE = 10_000n;

export function rateOf({ classes, rates }: TaxTerms, variant: number): bigint {
  return rates[classes[variant] ?? ''] ?? 0n;
}

/** What is paid for listed prices: the tax in it, and all of it. */
export function taxed(listed: bigint, rate: bigint, { isNet }: TaxTerms): TaxPart {
  const tax = halfUp(listed * rate, isNet ? WHOLE : WHOLE + rate);
  return { rate, tax, gross: isNet ? listed + tax : listed };
}

/** A listed price of a good as its buyer is charged it. */
export function unitPrice(variant: number, listed: bigint, terms: TaxTerms): bigint {
  return relieved(listed, rateAtHome(variant, terms), terms);
}

/** The rate that listed prices are in. */
function rateAtHome(variant: number, terms: TaxTerms): bigint {
  return rateOf({ ...terms, rates: terms.relief ?? terms.rates }, variant);
}

function relieved(listed: bigint, atHome: bigint, { isNet, relief }: TaxTerms): bigint {
  return relief && !isNet ? listed - halfUp(listed * atHome, WHOLE + atHome) : listed;
}

/**
 * What a cart comes to: what promotions take off its lines goes before they are taxed, and shipping is split over the rates of
 * those that are shipped.
 * Of equal remainders the line whose id in the cart is the first gets the unit, and the rate that is the first as a text.
 */
export function cartPrices(
  lines: readonly {
    variant: number;
    unitAmount: bigint;
    quantity: number;
    isShipped: boolean;
    rank: number;
  }[],
  shipping: bigint,
  promotions: readonly Promotion[],
  terms: TaxTerms,
) {
  const listedAt = lines.map(({ variant }) => rateAtHome(variant, terms));
  const units = lines.map(({ unitAmount }, index) => relieved(unitAmount, listedAt[index] ?? 0n, terms));
  const prices = lines.map(({ quantity }, index) => (units[index] ?? 0n) * BigInt(quantity));
  const applied = promote(
    promotions,
    lines.map(({ unitAmount: listed, quantity, rank }, index) => ({
      ...{ listed, quantity, rank },
      price: prices[index] ?? 0n,
    })),
  );
  const discounts = prices.map((_, index) => sum(applied.map(({ off }) => off[index] ?? 0n)));
  const paid = prices.map((price, index) => price - (discounts[index] ?? 0n));
  const isShippingFree = applied.some(({ promotion }) => promotion.kind === 'free_shipping');
  const shippedAt = distinct(listedAt);
  const parcels = shares(
    isShippingFree ? 0n : shipping,
    shippedAt.map((rate) =>
      sum(paid.filter((_, index) => listedAt[index] === rate && lines[index]?.isShipped)),
    ),
  ).map((parcel, index) => relieved(parcel, shippedAt[index] ?? 0n, terms));
  const rateOfLine = lines.map(({ variant }) => rateOf(terms, variant));
  const parts = distinct(rateOfLine).map((rate) => {
    const own = [
      ...paid.map((price, index) => (rateOfLine[index] === rate ? price : 0n)),
      ...parcels.map((parcel, index) => (terms.relief || shippedAt[index] === rate ? parcel : 0n)),
    ];
    const part = taxed(sum(own), rate, terms);
    const ranks = lines.map(({ rank }) => rank);
    return { ...part, taxes: shares(part.tax, own, ranks) };
  });
  return {
    taxes: parts.map(({ rate, gross, tax }) => ({ rate, gross, tax })).sort(byRate),
    discounts: applied.map(({ promotion: { code }, off }) => ({ code, amount: sum(off) })),
    lines: paid.map((price, index) => ({
      unitAmount: units[index] ?? 0n,
      discount: discounts[index] ?? 0n,
      total: terms.isNet ? price + sum(parts.map(({ taxes }) => taxes[index] ?? 0n)) : price,
    })),
  };
}

/** In the order of their texts. */
function distinct(rates: readonly bigint[]): bigint[] {
  return [...new Set(rates)].sort((a, b) => (`${a}` < `${b}` ? -1 : 1));
}

function byRate(a: TaxPart, b: TaxPart): number {
  return Number(a.rate - b.rate);
}

/** What came back, as it was listed and with tax, and the price of what is sent for it; null: whatever it was worth. */
export interface Swapped {
  listed: bigint;
  gross: bigint;
  price: bigint | null;
}

/** What is due of an exchange, and what it is cheaper by. All that has a price is of one rate. */
export function exchangePrices(swaps: readonly Swapped[], rate: bigint, terms: TaxTerms) {
  const priced = swaps.filter(({ price }) => price !== null);
  const price = sum(priced.map((each) => each.price ?? 0n));
  const credit = sum(priced.map(({ listed }) => listed));
  const cheaperBy = sum(priced.map(({ gross }) => gross)) - taxed(price, rate, terms).gross;
  const due = taxed(price - least(credit, price), rate, terms);
  return {
    ...{ due: due.gross, taxes: due.gross > 0n ? [due] : [], discount: least(credit, price) },
    worth: sum(swaps.map(({ gross }) => gross)),
    surplus: credit > price ? most(cheaperBy, 0n) : 0n,
  };
}
