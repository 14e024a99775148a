import { type ContentUnit, referenceOf } from '@service/contract';

/** The content of a variant, and the reference quantity of its unit price; null: 1 of the unit that the law prescribes. */
export interface Content {
  contentAmount: number | null;
  contentUnit: ContentUnit | null;
  referenceAmount: number | null;
}

/**
 * The price of the reference quantity, rounded half up to a minor unit of the currency; null: the variant isn't sold by measure.
 */
export function unitPriceOf(
  amount: number,
  { contentAmount, contentUnit, referenceAmount }: Content,
): { amount: number; referenceAmount: number; referenceUnit: ContentUnit } | null {
  if (contentAmount === null || contentUnit === null) return null;
  const reference = referenceOf(contentUnit);
  // Computed in whole numbers, because a price may be the largest number that JSON carries.
  const [price, content] = [BigInt(amount), BigInt(contentAmount)];
  const costs = (2n * price * BigInt(referenceAmount ?? reference.amount) + content) / (2n * content);
  const most = BigInt(Number.MAX_SAFE_INTEGER);
  return {
    amount: Number(costs < most ? costs : most),
    referenceAmount: referenceAmount ?? 1,
    referenceUnit: referenceAmount === null ? reference.unit : contentUnit,
  };
}
