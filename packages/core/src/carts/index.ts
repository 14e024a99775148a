export { addCartLine, changeCartLine, removeCartLine } from './cart-lines.ts';
export {
  applyDiscountCode,
  chooseShippingOption,
  createCart,
  listShippingOptions,
  removeDiscountCode,
  setBillingAddress,
  setShippingAddress,
  updateCart,
} from './change-cart.ts';
export { claimCart } from './claim-cart.ts';
export { completeCart, createCompletedCart } from './complete-cart.ts';
export { deleteAbandonedCarts, deleteOldCarts } from './delete-abandoned.ts';
export {
  createDraft,
  deleteDraft,
  finishDraft,
  listDrafts,
  takeDraft,
  updateDraft,
} from './drafts.ts';
export { eraseCompletedCarts, eraseOpenCarts } from './erase-carts.ts';
export { assertPayable, keptDiscounts, presentTotals } from './present.ts';
export type { CartLine, PricedCart } from './price-cart.ts';
export { readCart } from './read-cart.ts';
export {
  getTaxedDraft,
  listDraftShippingOptions,
  type PresentedDraft,
  type PricedDraft,
  presentDraft,
  withDraftTaxes,
} from './read-draft.ts';
export { recordAbandonedCarts } from './record-abandoned.ts';
export { getTaxedCart, withTaxes } from './taxed-cart.ts';
export { computeTotals, presentTaxLines } from './totals.ts';
