import type { DiscountValue } from '../discounts/index.ts';
import { shippingAmount } from '../shipping/index.ts';

export interface PricedLine {
  id: string;
  quantity: number;
  /** As the catalogue lists it: with tax where prices include tax. */
  unitAmount: bigint;
  rateBasisPoints: number;
}

export interface TotalsInput {
  lines: readonly PricedLine[];
  discount: DiscountValue | null;
  shipping: { amount: bigint; freeFrom: bigint | null; rateBasisPoints: number } | null;
  pricesIncludeTax: boolean;
  /** The rate of the store's country, which comes off prices that include tax where none is charged; else null. */
  relievedRateBasisPoints: number | null;
}

export interface LineTotals {
  id: string;
  unitAmount: bigint;
  /** Unit amount times quantity. */
  subtotal: bigint;
  discountTotal: bigint;
  /** Its share in the tax of its rate. */
  taxTotal: bigint;
  /** What is paid for the line: discount taken off, tax in it. */
  total: bigint;
}

export interface TaxLine {
  rateBasisPoints: number;
  /** What the tax is on, without the tax. */
  baseAmount: bigint;
  amount: bigint;
}

export interface Totals {
  lines: LineTotals[];
  subtotal: bigint;
  discountTotal: bigint;
  shippingTotal: bigint;
  /** One for each rate, ascending; shipping is in them. */
  taxLines: TaxLine[];
  taxTotal: bigint;
  /** subtotal − discountTotal + shippingTotal, and + taxTotal where prices don't include tax. */
  total: bigint;
}

/**
 * Minor units in, minor units out; the one place where a cart's money is computed. An empty cart ships nothing. The
 * discount is split over the lines before they are taxed. What is paid at one rate, shipping with it, is taxed as a whole, half up,
 * because a tax that is rounded line by line loses what small lines bear, and EN 16931 (BR-CO-17) demands base times rate of an
 * invoice. Lines get their shares of it, which sum up to the cent.
 */
export function computeTotals({
  lines,
  discount,
  shipping,
  pricesIncludeTax,
  relievedRateBasisPoints,
}: TotalsInput): Totals {
  const relieve = (amount: bigint) =>
    pricesIncludeTax && relievedRateBasisPoints !== null
      ? amount - includedTax(amount, relievedRateBasisPoints)
      : amount;

  const goods = lines.map(({ id, quantity, unitAmount, rateBasisPoints }) => {
    const relieved = relieve(unitAmount);
    return { id, unitAmount: relieved, subtotal: relieved * BigInt(quantity), rateBasisPoints };
  });
  const subtotal = sum(goods.map((line) => line.subtotal));
  const discountTotal = discountOn(subtotal, discount);
  const discounts = splitByLargestRemainder(discountTotal, goods);
  const shippingTotal =
    !shipping || lines.length === 0 || discount?.kind === 'free_shipping'
      ? 0n
      : relieve(shippingAmount(shipping, listedPrice(lines, discount)));

  const payable = goods.map(({ id, subtotal: price, rateBasisPoints }) => ({
    id,
    subtotal: price - (discounts.get(id) ?? 0n),
    rateBasisPoints,
  }));
  const parcel = {
    id: SHIPPING,
    subtotal: shippingTotal,
    rateBasisPoints: shipping?.rateBasisPoints ?? 0,
  };
  const { taxLines, shares } = taxByRate([...payable, parcel], pricesIncludeTax);

  const taxTotal = sum(taxLines.map(({ amount }) => amount));
  return {
    lines: goods.map(({ id, unitAmount, subtotal: price }) => {
      const discountShare = discounts.get(id) ?? 0n;
      const taxShare = shares.get(id) ?? 0n;
      const total = price - discountShare + (pricesIncludeTax ? 0n : taxShare);
      return { id, unitAmount, subtotal: price, discountTotal: discountShare, taxTotal: taxShare, total };
    }),
    subtotal,
    discountTotal,
    shippingTotal,
    taxLines,
    taxTotal,
    total: subtotal - discountTotal + shippingTotal + (pricesIncludeTax ? 0n : taxTotal),
  };
}

/** Stands for shipping among the ids of lines. */
const SHIPPING = '';

interface Taxable {
  id: string;
  /** What is paid for it, with tax where prices include tax. */
  subtotal: bigint;
  rateBasisPoints: number;
}

/** The tax of each rate, and the share of each part in the tax of its rate. */
function taxByRate(parts: readonly Taxable[], pricesIncludeTax: boolean) {
  const rates = new Set(parts.filter(({ subtotal }) => subtotal > 0n).map((part) => part.rateBasisPoints));
  const taxed = [...rates]
    .sort((a, b) => a - b)
    .map((rateBasisPoints) => {
      const ofRate = parts.filter((part) => part.rateBasisPoints === rateBasisPoints);
      const paid = sum(ofRate.map(({ subtotal }) => subtotal));
      const amount = pricesIncludeTax ? includedTax(paid, rateBasisPoints) : addedTax(paid, rateBasisPoints);
      return {
        taxLine: { rateBasisPoints, baseAmount: pricesIncludeTax ? paid - amount : paid, amount },
        shares: splitByLargestRemainder(amount, ofRate),
      };
    });
  return {
    taxLines: taxed.map(({ taxLine }): TaxLine => taxLine),
    shares: new Map(taxed.flatMap(({ shares }) => [...shares])),
  };
}

const BASIS = 10_000n;

/** The tax that `amount` holds. */
function includedTax(amount: bigint, rateBasisPoints: number): bigint {
  const rate = BigInt(rateBasisPoints);
  return divideHalfUp(amount * rate, BASIS + rate);
}

/** The tax that comes on top of `amount`. */
function addedTax(amount: bigint, rateBasisPoints: number): bigint {
  return divideHalfUp(amount * BigInt(rateBasisPoints), BASIS);
}

/** Of amounts that aren't negative. */
function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

/** The goods as every buyer sees them listed: from which price on shipping is free doesn't depend on who pays tax. */
function listedPrice(lines: readonly PricedLine[], discount: DiscountValue | null): bigint {
  const listed = sum(lines.map(({ unitAmount, quantity }) => unitAmount * BigInt(quantity)));
  return listed - discountOn(listed, discount);
}

function discountOn(subtotal: bigint, discount: DiscountValue | null): bigint {
  if (discount?.kind === 'percentage') return divideHalfUp(subtotal * BigInt(discount.basisPoints), BASIS);
  if (discount?.kind === 'amount') return discount.amount < subtotal ? discount.amount : subtotal;
  return 0n;
}

/**
 * Input: an amount and lines with their subtotals. Output: each line's share; they sum up to the amount, and none is above its
 * subtotal where the subtotals sum up to at least the amount. What is left after rounding down goes, a unit each, to the lines
 * with the largest remainders; between equal ones the id decides, so that the order of the lines doesn't.
 */
export function splitByLargestRemainder(
  amount: bigint,
  lines: readonly { id: string; subtotal: bigint }[],
): Map<string, bigint> {
  const whole = sum(lines.map(({ subtotal }) => subtotal));
  if (amount === 0n) return new Map(lines.map(({ id }) => [id, 0n]));
  const parts = lines.map(({ id, subtotal }) => ({
    id,
    share: (amount * subtotal) / whole,
    remainder: (amount * subtotal) % whole,
  }));
  const left = amount - sum(parts.map(({ share }) => share));
  const winners = parts
    .toSorted((a, b) => compare(b.remainder, a.remainder) || compare(a.id, b.id))
    .slice(0, Number(left));
  const lucky = new Set(winners.map(({ id }) => id));
  return new Map(parts.map(({ id, share }) => [id, lucky.has(id) ? share + 1n : share]));
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

function compare<T extends bigint | string>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
