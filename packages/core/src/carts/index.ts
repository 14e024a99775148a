export { addCartLine, changeCartLine, removeCartLine } from './cart-lines.ts';
export {
  applyDiscountCode,
  assertOpenCart,
  chooseShippingOption,
  createCart,
  getCart,
  listShippingOptions,
  removeDiscountCode,
  setBillingAddress,
  setCartEmail,
  setShippingAddress,
} from './change-cart.ts';
export { claimCart } from './claim-cart.ts';
export { deleteAbandonedCarts } from './delete-abandoned.ts';
export { abandonedBefore } from './lifetime.ts';
export { ownedBy } from './owner.ts';
export { assertPayable } from './present.ts';
export type { CartLine, PricedCart } from './price-cart.ts';
export { readCart } from './read-cart.ts';
