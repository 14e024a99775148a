export { getCurrentAdmin, login, logout, refreshLogin } from './access.ts';
export {
  type Address,
  addCartLine,
  applyDiscountCode,
  changeCartLine,
  checkout,
  chooseShippingOption,
  createCart,
  getCart,
  listShippingOptions,
  removeCartLine,
  removeDiscountCode,
  setBillingAddress,
  setShippingAddress,
  type TaxLine,
  updateCart,
} from './carts.ts';
export { createProduct } from './catalog.ts';
export {
  createDiscount,
  deleteDiscount,
  getDiscount,
  listDiscounts,
  updateDiscount,
} from './discounts.ts';
export { getHealth } from './health.ts';
export { listNotifications } from './notifications.ts';
export { getOrder } from './orders.ts';
export { receivePaymentEvent } from './payments.ts';
export {
  getShippingSettings,
  getTaxSettings,
  putShippingSettings,
  putTaxSettings,
} from './selling.ts';
export { createTenant } from './setup.ts';
export {
  createSubscription,
  DELIVERY_STATUSES,
  type DeliveryStatus,
  deleteSubscription,
  listDeliveries,
  listSubscriptions,
  retryDelivery,
} from './webhooks.ts';
