export { type DiscountTerms, discountValue, isApplicable, isInCurrency } from './discount-rule.ts';
export type { DiscountValue } from './discount-value.ts';
export {
  createDiscount,
  deleteDiscount,
  getDiscount,
  listDiscounts,
  normaliseCode,
  type PresentedDiscount,
  updateDiscount,
} from './discounts.ts';
export { countDiscountUse, countDiscountUseAgain, returnDiscountUse } from './use-discount.ts';
