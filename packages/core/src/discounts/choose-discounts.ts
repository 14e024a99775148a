import type { DiscountRefusalReason } from '@service/contract';
import { compare, larger, smaller, sumOf } from '../amounts.ts';
import { type DiscountTerms, type DiscountTier, type DiscountValue, isInCurrency } from './discount-rule.ts';
import type { Reduction } from './reduce-lines.ts';

/** The parts of a cart's line that conditions of discounts use. */
export interface DiscountableLine {
  id: string;
  productId: string;
  variantId: string;
  quantity: number;
  /** The price of a unit as every buyer of these terms sees it, so that no condition depends on who pays tax. */
  listedAmount: bigint;
}

/** The goods that a discount gives. */
interface Gift {
  variantId: string;
  quantity: number;
  /** Null: there is always enough. */
  availableStock: number | null;
}

/** A discount that one more order may use now. */
export interface CartDiscount extends DiscountTerms {
  id: string;
  version: number;
  /** The code on the cart, where the discount has several. */
  code: string;
  /** Null: shoppers see its code. */
  title: string | null;
  /** Whether it applies without its code. */
  automatic: boolean;
  /** Whether it applies by codes that are each for one order. */
  singleUseCodes: boolean;
  /** The largest is applied first. */
  priority: number;
  /** Whether it applies beside others. */
  combinable: boolean;
  minimumQuantity: number | null;
  tiers: readonly DiscountTier[];
  /** For this many units that are paid, `getQuantity` more are reduced. */
  buyQuantity: number | null;
  getQuantity: number | null;
  /** Null: it gives nothing, or what it gives isn't for sale. */
  gift: Gift | null;
  /** Products of the cart that it is about; null: all. */
  productIds: readonly string[] | null;
  firstOrder: boolean;
  oncePerCustomer: boolean;
  /** The buyer is in one of its groups, or it has no groups. */
  isForBuyer: boolean;
  /** The buyer has placed an order before; null: it doesn't matter. */
  hasOrdered: boolean | null;
  /** The buyer has used it before; null: it doesn't matter. */
  hasUsed: boolean | null;
}

export interface DiscountRefusal {
  reason: DiscountRefusalReason;
  /** With `minimum_not_reached`: the amount that is missing. */
  missingAmount?: bigint;
  missingQuantity?: number;
}

/** The decision about a discount: its reduction, or the reason why it doesn't apply. */
export type DiscountChoice = { discount: CartDiscount } & (
  | { reduction: Reduction; refusal: null }
  | { reduction: null; refusal: DiscountRefusal }
);

interface CartOfDiscounts {
  currency: string;
  storeCurrency: string;
  /** Null for a guest's. */
  customerId: string | null;
  declinesGifts: boolean;
  lines: readonly DiscountableLine[];
}

/**
 * Pure: decides which discounts apply to a cart, and in which order: by priority, then those by code, then by id. Conditions use
 * the goods before any reduction. A discount that isn't combinable applies only where none does before it, and none does after
 * it. What a gift gives is a line of the cart with the id of the discount, which no condition counts. `reduceLines` computes the
 * reduction of each line.
 */
export function chooseDiscounts(cart: CartOfDiscounts, discounts: readonly CartDiscount[]): DiscountChoice[] {
  const applied: CartDiscount[] = [];
  return discounts.toSorted(byPrecedence).map((discount) => {
    const goods = goodsOf(discount, cart.lines);
    const refusal =
      refusalOf(discount, cart, goods) ??
      clashOf(discount, applied) ??
      giftRefusalOf(discount, cart, applied);
    if (refusal) return { discount, reduction: null, refusal };
    applied.push(discount);
    return { discount, reduction: reductionOf(discount, goods), refusal: null };
  });
}

/** The reductions in the order for `reduceLines`: of a gift nothing is left, so the others reduce what is bought alone. */
export function reductionsOf(choices: readonly DiscountChoice[]): Reduction[] {
  const rank = ({ discount }: DiscountChoice) => (discount.kind === 'gift' ? 0 : 1);
  return choices.toSorted((a, b) => rank(a) - rank(b)).flatMap(({ reduction }) => reduction ?? []);
}

function byPrecedence(a: CartDiscount, b: CartDiscount): number {
  return b.priority - a.priority || Number(a.automatic) - Number(b.automatic) || compare(a.id, b.id);
}

function goodsOf({ productIds }: CartDiscount, lines: readonly DiscountableLine[]) {
  return productIds === null ? lines : lines.filter(({ productId }) => productIds.includes(productId));
}

function refusalOf(
  discount: CartDiscount,
  cart: CartOfDiscounts,
  goods: readonly DiscountableLine[],
): DiscountRefusal | null {
  if (!discount.isForBuyer) return { reason: 'other_customers' };
  if ((discount.firstOrder || discount.oncePerCustomer) && cart.customerId === null)
    return { reason: 'sign_in_required' };
  if (discount.hasUsed) return { reason: 'already_used' };
  if (discount.hasOrdered) return { reason: 'not_first_order' };
  if (!isInCurrency(discount, cart)) return { reason: 'other_currency' };
  if (discount.productIds !== null && goods.length === 0) return { reason: 'not_these_goods' };
  return shortfallOf(discount, goods);
}

function shortfallOf(
  { kind, minimumAmount, minimumQuantity, tiers, buyQuantity, getQuantity }: CartDiscount,
  goods: readonly DiscountableLine[],
): DiscountRefusal | null {
  const first = tiers.map(({ from }) => from).reduce(smaller, tiers[0]?.from ?? 0n);
  const ofKind = kind === 'gift' ? 1 : (buyQuantity ?? 0) + (getQuantity ?? 0);
  const leastUnits = Math.max(minimumQuantity ?? 0, ofKind);
  const missingAmount = larger(minimumAmount ?? 0n, first) - listedTotal(goods);
  const missingQuantity = leastUnits - unitsOf(goods);
  if (missingAmount <= 0n && missingQuantity <= 0) return null;
  return {
    reason: 'minimum_not_reached',
    ...(missingAmount > 0n ? { missingAmount } : {}),
    ...(missingQuantity > 0 ? { missingQuantity } : {}),
  };
}

function unitsOf(goods: readonly { quantity: number }[]): number {
  return goods.reduce((sum, { quantity }) => sum + quantity, 0);
}

function listedTotal(goods: readonly DiscountableLine[]): bigint {
  return sumOf(goods.map(({ listedAmount, quantity }) => listedAmount * BigInt(quantity)));
}

function clashOf({ combinable }: CartDiscount, applied: readonly CartDiscount[]): DiscountRefusal | null {
  const isAlone = applied.length === 0 || (combinable && applied.every((each) => each.combinable));
  return isAlone ? null : { reason: 'not_combinable' };
}

/** A gift is of what the cart's own lines and the gifts before it leave in stock; a part of it isn't given. */
function giftRefusalOf(
  { kind, gift }: CartDiscount,
  { lines, declinesGifts }: CartOfDiscounts,
  applied: readonly CartDiscount[],
): DiscountRefusal | null {
  if (kind !== 'gift') return null;
  if (declinesGifts) return { reason: 'gift_declined' };
  if (gift === null) return { reason: 'gift_unavailable' };
  const taken = [...lines, ...applied.flatMap((each) => each.gift ?? [])].filter(
    ({ variantId }) => variantId === gift.variantId,
  );
  const isEnough = gift.availableStock === null || gift.availableStock >= unitsOf(taken) + gift.quantity;
  return isEnough ? null : { reason: 'gift_unavailable' };
}

function reductionOf(discount: CartDiscount, goods: readonly DiscountableLine[]): Reduction {
  return { id: discount.id, value: valueAt(discount, goods), units: reducedUnits(discount, goods) };
}

function valueAt(
  { kind, basisPoints, amount, tiers }: CartDiscount,
  goods: readonly DiscountableLine[],
): DiscountValue {
  if (kind === 'amount') return { kind, amount: amount ?? 0n };
  if (kind === 'free_shipping') return { kind };
  if (kind === 'gift') return { kind: 'percentage', basisPoints: 10_000 };
  if (kind !== 'tiers') return { kind: 'percentage', basisPoints: basisPoints ?? 0 };
  const reached = tiers.filter(({ from }) => from <= listedTotal(goods));
  const last = reached.toSorted((a, b) => compare(a.from, b.from)).at(-1);
  return { kind: 'percentage', basisPoints: last?.basisPoints ?? 0 };
}

/**
 * The number of units of each line that are reduced; null: all. For `buy_x_get_y` these are the cheapest of all that it is about,
 * and for a gift its own.
 */
function reducedUnits(
  { id: discountId, gift, productIds, buyQuantity, getQuantity }: CartDiscount,
  goods: readonly DiscountableLine[],
): Reduction['units'] {
  if (gift) return new Map([[discountId, gift.quantity]]);
  if (buyQuantity === null || getQuantity === null)
    return productIds === null ? null : new Map(goods.map(({ id, quantity }) => [id, quantity]));
  let left = Math.floor(unitsOf(goods) / (buyQuantity + getQuantity)) * getQuantity;
  const units = new Map<string, number>();
  const cheapestFirst = goods.toSorted(
    (a, b) => compare(a.listedAmount, b.listedAmount) || compare(a.id, b.id),
  );
  for (const { id, quantity } of cheapestFirst) {
    const reduced = Math.min(left, quantity);
    units.set(id, reduced);
    left -= reduced;
  }
  return units;
}
