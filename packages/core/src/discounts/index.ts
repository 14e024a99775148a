export {
  type DiscountTerms,
  type DiscountValue,
  discountValue,
  isApplicable,
  isInCurrency,
} from './discount-rule.ts';
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
