import { halfUp, least, sum } from './order-money.ts';
import { shares } from './shares.ts';

/** A discount of a shop, as it is sent: by its code, or automatic. */
export interface Promotion {
  code: string;
  automatic?: true;
  kind: 'percentage' | 'amount' | 'free_shipping' | 'tiers' | 'buy_x_get_y';
  basisPoints?: number;
  amount?: number;
  tiers?: readonly { from: number; basisPoints: number }[];
  buyQuantity?: number;
  getQuantity?: number;
  minimumAmount?: number;
  minimumQuantity?: number;
  priority?: number;
  combinable?: false;
}

interface PromotedLine {
  /** Of a unit, as the catalogue says it. */
  listed: bigint;
  quantity: number;
  /** What its buyer would pay for the line. */
  price: bigint;
  /** Its place by the id in the cart. */
  rank: number;
}

interface Applied {
  promotion: Promotion;
  /** What it takes off each line. */
  off: bigint[];
}

/**
 * Those that apply to a cart, in their order: the largest priority first, and one by code before those that apply by themselves.
 * Conditions are about the goods as they are listed. Each takes its part of what the ones before have left; one that isn't
 * combinable stands alone.
 */
export function promote(promotions: readonly Promotion[], lines: readonly PromotedLine[]): Applied[] {
  const applied: Applied[] = [];
  let left = lines.map(({ price }) => price);
  const rank = ({ priority = 0, automatic }: Promotion) => 2 * priority + (automatic ? 0 : 1);
  for (const promotion of promotions.toSorted((a, b) => rank(b) - rank(a))) {
    const isAlone = [promotion, ...applied.map((each) => each.promotion)].some(
      (each) => each.combinable === false,
    );
    if (!isReached(promotion, lines) || (isAlone && applied.length > 0)) continue;
    const units = reducedUnits(promotion, lines);
    const bases = lines.map(
      ({ quantity }, index) => ((left[index] ?? 0n) * (units[index] ?? 0n)) / BigInt(quantity),
    );
    const off = shares(
      takenOff(promotion, sum(bases), lines),
      bases,
      lines.map(({ rank }) => rank),
    );
    left = left.map((each, index) => each - (off[index] ?? 0n));
    applied.push({ promotion, off });
  }
  return applied;
}

const listedPrice = (lines: readonly PromotedLine[]) =>
  sum(lines.map(({ listed, quantity }) => listed * BigInt(quantity)));

const unitsOf = (lines: readonly PromotedLine[]) =>
  lines.reduce((units, { quantity }) => units + quantity, 0);

function isReached(
  { tiers = [], buyQuantity = 0, getQuantity = 0, minimumAmount = 0, minimumQuantity = 0 }: Promotion,
  lines: readonly PromotedLine[],
): boolean {
  const price = listedPrice(lines);
  const isTierReached = tiers.length === 0 || tiers.some(({ from }) => price >= BigInt(from));
  const units = unitsOf(lines);
  return (
    isTierReached &&
    price >= BigInt(minimumAmount) &&
    units >= minimumQuantity &&
    units >= buyQuantity + getQuantity
  );
}

/** Of each line; of those that come with others the cheapest. */
function reducedUnits({ buyQuantity, getQuantity }: Promotion, lines: readonly PromotedLine[]): bigint[] {
  if (!buyQuantity || !getQuantity) return lines.map(({ quantity }) => BigInt(quantity));
  let open = Math.floor(unitsOf(lines) / (buyQuantity + getQuantity)) * getQuantity;
  const units = lines.map(() => 0n);
  const cheapestFirst = [...lines.entries()].sort(([, a], [, b]) => Number(a.listed - b.listed));
  for (const [index, { quantity }] of cheapestFirst) {
    const reduced = Math.min(open, quantity);
    units[index] = BigInt(reduced);
    open -= reduced;
  }
  return units;
}

function takenOff(
  { kind, basisPoints = 10_000, amount = 0, tiers = [] }: Promotion,
  price: bigint,
  lines: readonly PromotedLine[],
): bigint {
  if (kind === 'free_shipping') return 0n;
  if (kind === 'amount') return least(BigInt(amount), price);
  const reached = tiers
    .filter(({ from }) => listedPrice(lines) >= BigInt(from))
    .map((tier) => tier.basisPoints);
  return halfUp(price * BigInt(kind === 'tiers' ? Math.max(...reached) : basisPoints), 10_000n);
}
