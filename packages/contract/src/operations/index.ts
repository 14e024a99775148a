export { getCurrentAdmin, login, logout, refreshLogin } from './access.ts';
export {
  type Address,
  addCartLine,
  checkout,
  chooseShippingOption,
  createCart,
  getCart,
  listShippingOptions,
  setBillingAddress,
  setShippingAddress,
  updateCart,
} from './carts.ts';
export {
  type CategoryNode,
  createCategory,
  deleteCategory,
  getCategory,
  getCategoryTree,
  getStoreCategory,
  listStoreCategories,
  type StoreCategoryNode,
  updateCategory,
} from './categories.ts';
export { getHealth } from './health.ts';
export { listNotifications } from './notifications.ts';
export { getOrder } from './orders.ts';
export { receivePaymentEvent } from './payments.ts';
export {
  exportProducts,
  getProductImport,
  importProducts,
  importRow,
  listRefusedRows,
} from './product-imports.ts';
export {
  createProduct,
  deleteProduct,
  getProduct,
  listProducts,
  publishProduct,
  updateProduct,
} from './products.ts';
export { createTenant } from './setup.ts';
export { getStoreProduct, listStoreProducts } from './storefront.ts';
export {
  adjustStock,
  createVariant,
  deleteVariant,
  getStock,
  getVariant,
  listStockMovements,
  type StockMovementKind,
  updateVariant,
} from './variants.ts';
export {
  createSubscription,
  DELIVERY_STATUSES,
  type DeliveryStatus,
  deleteSubscription,
  listDeliveries,
  listSubscriptions,
  retryDelivery,
} from './webhooks.ts';
