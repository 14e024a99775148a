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

/** Whether one more order may have it now. The reason isn't disclosed: it would show guessers which codes exist. */
export function isApplicable(discount: DiscountTerms | null, now: Date): boolean {
  if (!discount?.active) return false;
  const hasStarted = discount.startsAt === null || now >= discount.startsAt;
  const isOver = discount.endsAt !== null && now >= discount.endsAt;
  const isUsedUp = discount.usageLimit !== null && discount.timesUsed >= discount.usageLimit;
  return hasStarted && !isOver && !isUsedUp;
}

export function discountValue({ kind, basisPoints, amount }: DiscountTerms): DiscountValue {
  if (kind === 'percentage') return { kind, basisPoints: basisPoints ?? 0 };
  if (kind === 'amount') return { kind, amount: amount ?? 0n };
  return { kind: 'free_shipping' };
}
