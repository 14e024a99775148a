/** The value of a discount. */
export type DiscountValue =
  | { kind: 'percentage'; basisPoints: number }
  | { kind: 'amount'; amount: bigint }
  | { kind: 'free_shipping' };

export type DiscountKind = DiscountValue['kind'] | 'tiers' | 'buy_x_get_y' | 'gift';

/** Reached by goods of at least this price. */
export interface DiscountTier {
  from: bigint;
  basisPoints: number;
}

/** A discount as an order keeps it. */
export interface OrderDiscount {
  id: string;
  /** Null: it was automatic. */
  code: string | null;
  title: string;
  kind: DiscountKind;
  /** Its reduction of the goods. */
  amount: number;
}

/** The parts of a discount that a cart needs. */
export interface DiscountTerms {
  kind: string;
  basisPoints: number | null;
  amount: bigint | null;
  minimumAmount: bigint | null;
  /** The currency of its amounts; null: the store's. */
  currency: string | null;
  active: boolean;
  startsAt: Date | null;
  endsAt: Date | null;
  usageLimit: number | null;
  timesUsed: number;
}

/** Whether one more order may use it now. The reason isn't disclosed: it would show guessers which codes exist. */
export function isApplicable<Terms extends DiscountTerms>(
  discount: Terms | null,
  now: Date,
): discount is Terms {
  if (!discount?.active) return false;
  const hasStarted = discount.startsAt === null || now >= discount.startsAt;
  const isOver = discount.endsAt !== null && now >= discount.endsAt;
  const isUsedUp = discount.usageLimit !== null && discount.timesUsed >= discount.usageLimit;
  return hasStarted && !isOver && !isUsedUp;
}

/** Whether its amounts apply to the currency of the cart. A discount without amounts applies in any currency. */
export function isInCurrency(
  { kind, minimumAmount, currency }: Pick<DiscountTerms, 'kind' | 'minimumAmount' | 'currency'>,
  cart: { currency: string; storeCurrency: string },
): boolean {
  const hasAmounts = kind === 'amount' || kind === 'tiers' || minimumAmount !== null;
  return !hasAmounts || (currency ?? cart.storeCurrency) === cart.currency;
}
