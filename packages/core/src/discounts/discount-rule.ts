import type { DiscountValue } from './discount-value.ts';

/** A discount as it stands, as far as a cart needs it. */
export interface DiscountTerms {
  kind: string;
  basisPoints: number | null;
  amount: bigint | null;
  active: boolean;
  startsAt: Date | null;
  endsAt: Date | null;
  usageLimit: number | null;
  timesUsed: number;
}

/** Why the code can't be used now, in words for a shopper; null: it can. */
export function whyNotApplicable(discount: DiscountTerms | null, now: Date): string | null {
  if (!discount?.active) return 'This code is unknown or no longer valid.';
  if (discount.startsAt && now < discount.startsAt) return 'This code is not valid yet.';
  if (discount.endsAt && now >= discount.endsAt) return 'This code has expired.';
  if (discount.usageLimit !== null && discount.timesUsed >= discount.usageLimit)
    return 'This code has been used as often as it may be.';
  return null;
}

export function discountValue({ kind, basisPoints, amount }: DiscountTerms): DiscountValue {
  if (kind === 'percentage') return { kind, basisPoints: basisPoints ?? 0 };
  if (kind === 'amount') return { kind, amount: amount ?? 0n };
  return { kind: 'free_shipping' };
}
