import { halfUp, least, most, sum } from './order-money.ts';

/** How prices of an order are taxed: one rate, in prices or on top of them. */
export interface TaxTerms {
  basisPoints: bigint;
  isNet: boolean;
}

const WHOLE = 10_000n;

/** What is paid for listed prices: the tax in it, and all of it. */
export function taxed(listed: bigint, { basisPoints, isNet }: TaxTerms) {
  const tax = halfUp(listed * basisPoints, isNet ? WHOLE : WHOLE + basisPoints);
  return { tax, total: isNet ? listed + tax : listed };
}

/** Shares of an amount by weight, rounded down; what is left goes to those with the largest remainders. */
export function shares(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = most(sum(weights), 1n);
  const down = weights.map((weight) => (amount * weight) / whole);
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (amount * weight) % whole }))
    .sort((a, b) => Number(b.remainder - a.remainder));
  const lucky = byRemainder.slice(0, Number(amount - sum(down))).map(({ index }) => index);
  return down.map((share, index) => (lucky.includes(index) ? share + 1n : share));
}

/** What a cart comes to: a discount in basis points is split over its lines before they are taxed, together with shipping. */
export function cartPrices(
  lines: readonly { unitAmount: bigint; quantity: number }[],
  shipping: bigint,
  discountBasisPoints: bigint,
  terms: TaxTerms,
) {
  const prices = lines.map(({ unitAmount, quantity }) => unitAmount * BigInt(quantity));
  const discounts = shares(halfUp(sum(prices) * discountBasisPoints, WHOLE), prices);
  const listed = prices.map((price, index) => price - (discounts[index] ?? 0n));
  const { tax, total } = taxed(sum(listed) + shipping, terms);
  const taxes = shares(tax, [...listed, shipping]);
  return {
    ...{ tax, total },
    lines: listed.map((price, index) => ({
      discount: discounts[index] ?? 0n,
      total: terms.isNet ? price + (taxes[index] ?? 0n) : price,
    })),
  };
}

/** What came back, as it was listed and with tax, and the price of what is sent for it; null: whatever it was worth. */
export interface Swapped {
  listed: bigint;
  gross: bigint;
  price: bigint | null;
}

/** What is due of an exchange, and what it is cheaper by. */
export function exchangePrices(swaps: readonly Swapped[], terms: TaxTerms) {
  const priced = swaps.filter(({ price }) => price !== null);
  const price = sum(priced.map((each) => each.price ?? 0n));
  const credit = sum(priced.map(({ listed }) => listed));
  const cheaperBy = sum(priced.map(({ gross }) => gross)) - taxed(price, terms).total;
  const { tax, total } = taxed(price - least(credit, price), terms);
  return {
    ...{ due: total, tax, discount: least(credit, price) },
    worth: sum(swaps.map(({ gross }) => gross)),
    surplus: credit > price ? most(cheaperBy, 0n) : 0n,
  };
}
