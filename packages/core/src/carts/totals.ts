import type { TaxLine as ShownTaxLine } from '@service/contract';
import { divideHalfUp, splitByLargestRemainder, sumOf } from '../amounts.ts';
import { type Reduction, reduceLines } from '../discounts/index.ts';
import { type ShippingRate, shippingAmount } from '../shipping/index.ts';
import { type ClassTax, taxKeyOf } from '../taxes/index.ts';

export interface PricedLine {
  id: string;
  quantity: number;
  /** As the catalogue lists it: with tax where prices include tax. */
  unitAmount: bigint;
  /** Shipping is about these goods alone: what it costs, from which price on it is free, and its tax. */
  requiresShipping: boolean;
  tax: ClassTax;
}

export interface TotalsInput {
  lines: readonly PricedLine[];
  /** Of the discounts that apply, in their order. */
  reductions: readonly Reduction[];
  /** Without a tax of its own shipping is taxed as the goods, in proportion to what is paid for them. */
  shipping: (ShippingRate & { tax: ClassTax | null }) | null;
  pricesIncludeTax: boolean;
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
  /** Of goods that the law exempts. */
  exempt: boolean;
  /** What the tax is on, without the tax. */
  baseAmount: bigint;
  amount: bigint;
}

export interface Totals {
  lines: LineTotals[];
  subtotal: bigint;
  discountTotal: bigint;
  /** What each reduction takes off, by its id. */
  reductions: ReadonlyMap<string, bigint>;
  shippingTotal: bigint;
  /** One for each rate, ascending, and one for what is exempt; shipping is in them. */
  taxLines: TaxLine[];
  taxTotal: bigint;
  /** subtotal − discountTotal + shippingTotal, and + taxTotal where prices don't include tax. */
  total: bigint;
}

/**
 * Minor units in, minor units out; the one place where a cart's money is computed. Without goods that are shipped nothing is
 * charged for it. Discounts are split over the lines before they are taxed. What is paid at one rate, shipping with it, is taxed as
 * a whole, half up, because a tax that is rounded line by line loses what small lines bear, and EN 16931 (BR-CO-17) demands base times rate of an
 * invoice. Lines get their shares of it, which sum up to the cent.
 */
export function computeTotals({ lines, reductions, shipping, pricesIncludeTax }: TotalsInput): Totals {
  const relieve = (amount: bigint, { relievedRateBasisPoints: rate }: ClassTax) =>
    pricesIncludeTax && rate !== null ? amount - includedTax(amount, rate) : amount;

  const goods = lines.map(({ id, quantity, unitAmount, tax, requiresShipping }) => {
    const relieved = relieve(unitAmount, tax);
    return {
      id,
      quantity,
      unitAmount: relieved,
      subtotal: relieved * BigInt(quantity),
      tax,
      requiresShipping,
    };
  });
  const subtotal = sumOf(goods.map((line) => line.subtotal));
  const { ofLines: discounts, ofReductions } = reduceLines(goods, reductions);
  const discountTotal = sumOf(discounts.values());
  const payable = goods.map(({ id, quantity, subtotal: price, tax, requiresShipping }) => ({
    id,
    quantity,
    subtotal: price - (discounts.get(id) ?? 0n),
    tax,
    requiresShipping,
  }));

  const shipped = payable.filter(({ requiresShipping }) => requiresShipping);
  const parcels =
    !shipping || shipped.length === 0 || reductions.some(({ value }) => value.kind === 'free_shipping')
      ? []
      : parcelsOf(shippingAmount(shipping, shippedPrice(lines, reductions)), shipping.tax, shipped).map(
          (parcel) => ({ ...parcel, subtotal: relieve(parcel.subtotal, parcel.tax) }),
        );
  const shippingTotal = sumOf(parcels.map((parcel) => parcel.subtotal));
  const { taxLines, shares } = taxByRate([...payable, ...parcels], pricesIncludeTax);

  const taxTotal = sumOf(taxLines.map(({ amount }) => amount));
  return {
    lines: goods.map(({ id, unitAmount, subtotal: price }) => {
      const discountShare = discounts.get(id) ?? 0n;
      const taxShare = shares.get(id) ?? 0n;
      const total = price - discountShare + (pricesIncludeTax ? 0n : taxShare);
      return { id, unitAmount, subtotal: price, discountTotal: discountShare, taxTotal: taxShare, total };
    }),
    subtotal,
    discountTotal,
    reductions: ofReductions,
    shippingTotal,
    taxLines,
    taxTotal,
    total: subtotal - discountTotal + shippingTotal + (pricesIncludeTax ? 0n : taxTotal),
  };
}

interface Taxable {
  id: string;
  /** What is paid for it, with tax where prices include tax. */
  subtotal: bigint;
  tax: ClassTax;
}

/**
 * Shipping by how it is taxed: at its own class, or as the goods, in proportion to what is paid for those of each tax, or
 * to their units where nothing is. No id is that of a line.
 */
function parcelsOf(
  amount: bigint,
  own: ClassTax | null,
  goods: readonly (Taxable & { quantity: number })[],
): Taxable[] {
  if (own) return [{ id: 'shipping', subtotal: amount, tax: own }];
  const isPaid = goods.some(({ subtotal }) => subtotal > 0n);
  // Goods of a class have one object for their tax: few names are made, however many lines there are.
  const weights = new Map<ClassTax, bigint>();
  for (const { subtotal, quantity, tax } of goods)
    weights.set(tax, (weights.get(tax) ?? 0n) + (isPaid ? subtotal : BigInt(quantity)));
  const groups = new Map<string, Taxable>();
  for (const [tax, weight] of weights) {
    const id = `shipping ${taxKeyOf(tax)} ${tax.relievedRateBasisPoints}`;
    groups.set(id, { id, subtotal: (groups.get(id)?.subtotal ?? 0n) + weight, tax });
  }
  const shares = splitByLargestRemainder(amount, [...groups.values()]);
  return [...groups.values()].map(({ id, tax }) => ({ id, subtotal: shares.get(id) ?? 0n, tax }));
}

/** The tax of each rate, and the share of each part in the tax of its rate. */
function taxByRate(parts: readonly Taxable[], pricesIncludeTax: boolean) {
  const groups = new Map<string, Taxable[]>();
  for (const part of parts) {
    const key = taxKeyOf(part.tax);
    const ofRate = groups.get(key);
    if (ofRate) ofRate.push(part);
    else groups.set(key, [part]);
  }
  const taxLines: TaxLine[] = [];
  const shares = new Map<string, bigint>();
  for (const ofRate of groups.values()) {
    const paid = sumOf(ofRate.map(({ subtotal }) => subtotal));
    const [first] = ofRate;
    if (!first || paid === 0n) continue;
    const { rateBasisPoints, exempt } = first.tax;
    const amount = pricesIncludeTax ? includedTax(paid, rateBasisPoints) : addedTax(paid, rateBasisPoints);
    taxLines.push({ rateBasisPoints, exempt, baseAmount: pricesIncludeTax ? paid - amount : paid, amount });
    for (const [id, share] of splitByLargestRemainder(amount, ofRate)) shares.set(id, share);
  }
  return { taxLines: taxLines.sort(byRate), shares };
}

type TaxingPlace = Pick<ShownTaxLine, 'country' | 'region'>;

/** As orders keep them. */
export function presentTaxLines(
  taxLines: readonly TaxLine[],
  { country, region }: TaxingPlace,
): ShownTaxLine[] {
  return taxLines.toSorted(byRate).map(({ rateBasisPoints, exempt, baseAmount, amount }) => ({
    country,
    ...(region ? { region } : {}),
    rateBasisPoints,
    ...(exempt ? { exempt: true as const } : {}),
    baseAmount: Number(baseAmount),
    amount: Number(amount),
  }));
}

function byRate(a: TaxLine, b: TaxLine): number {
  return a.rateBasisPoints - b.rateBasisPoints || Number(a.exempt) - Number(b.exempt);
}

/** The whole in the unit of rates of tax, which have two decimals more than basis points. */
const WHOLE = 1_000_000n;

function exactRate(rateBasisPoints: number): bigint {
  return BigInt(Math.round(rateBasisPoints * 100));
}

/** The tax that `amount` holds. */
function includedTax(amount: bigint, rateBasisPoints: number): bigint {
  const rate = exactRate(rateBasisPoints);
  return divideHalfUp(amount * rate, WHOLE + rate);
}

/** The tax that comes on top of `amount`. */
function addedTax(amount: bigint, rateBasisPoints: number): bigint {
  return divideHalfUp(amount * exactRate(rateBasisPoints), WHOLE);
}

/**
 * The goods that are shipped, discounts taken off, as every buyer sees them listed: from which price on shipping is free doesn't
 * depend on who pays tax.
 */
export function shippedPrice(lines: readonly PricedLine[], reductions: readonly Reduction[]): bigint {
  const listed = lines.map(({ id, unitAmount, quantity, requiresShipping }) => ({
    id,
    quantity,
    subtotal: unitAmount * BigInt(quantity),
    requiresShipping,
  }));
  const { ofLines } = reduceLines(listed, reductions);
  return sumOf(
    listed.map(({ id, subtotal, requiresShipping }) =>
      requiresShipping ? subtotal - (ofLines.get(id) ?? 0n) : 0n,
    ),
  );
}
