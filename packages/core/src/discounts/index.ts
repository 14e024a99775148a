export {
  type CartDiscount,
  chooseDiscounts,
  type DiscountChoice,
  type DiscountRefusal,
  reductionsOf,
} from './choose-discounts.ts';
export { exportCodes, findDiscountByCode, generateCodes, listCodes } from './codes.ts';
export {
  type DiscountKind,
  type DiscountTerms,
  isApplicable,
  isInCurrency,
  type OrderDiscount,
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
export { type Reduction, reduceLines } from './reduce-lines.ts';
export { countDiscountUses, countDiscountUsesAgain, returnDiscountUses } from './use-discount.sql.ts';
