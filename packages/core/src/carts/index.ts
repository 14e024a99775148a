export {
  addCartLine,
  chooseShippingOption,
  createCart,
  getCart,
  listShippingOptions,
  setBillingAddress,
  setCartEmail,
  setShippingAddress,
} from './change-cart.ts';
export { type CartLine, type PricedCart, readCart } from './read-cart.ts';
