export { getCurrentAdmin, login, logout, refreshLogin } from './access.ts';
export { createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';
export { listAuditRecords } from './audit.ts';
export {
  type Address,
  addCartLine,
  applyDiscountCode,
  changeCartLine,
  checkout,
  chooseShippingOption,
  claimCart,
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
export { type Analytics, configureCompliance, getCompliance } from './compliance.ts';
export {
  changeOwnPassword,
  confirmEmailChange,
  createOwnAddress,
  deleteOwnAddress,
  getOwnOrder,
  getOwnProfile,
  listOwnAddresses,
  listOwnOrders,
  loginCustomer,
  logoutCustomer,
  registerCustomer,
  replaceOwnAddress,
  requestEmailChange,
  requestPasswordReset,
  requestVerification,
  resetPassword,
  updateOwnProfile,
  verifyCustomerEmail,
} from './customer-accounts.ts';
export {
  type CustomerChange,
  createCustomer,
  createCustomerAddress,
  deleteCustomerAddress,
  disableCustomer,
  enableCustomer,
  getCustomer,
  listCustomerAddresses,
  listCustomers,
  type NewCustomer,
  recheckVat,
  replaceCustomerAddress,
  updateCustomer,
  type VatStatus,
} from './customers.ts';
export {
  createDiscount,
  deleteDiscount,
  getDiscount,
  listDiscounts,
  updateDiscount,
} from './discounts.ts';
export { getHealth } from './health.ts';
export { listModules } from './modules.ts';
export { listNotifications } from './notifications.ts';
export {
  cancelOrder,
  getCartOrder,
  getCreditNote,
  getInvoice,
  getOrder,
  listOrders,
  refundOrder,
  shipOrder,
} from './orders.ts';
export {
  listDisputes,
  listPayments,
  listRefunds,
  receivePaymentEvent,
} from './payments.ts';
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
export {
  getShippingSettings,
  getTaxSettings,
  putShippingSettings,
  putTaxSettings,
} from './selling.ts';
export { getSettings, getSetupStatus, getStoreConfig, replaceSettings } from './settings.ts';
export { createTenant } from './setup.ts';
export { getStoreProduct, listStoreProducts } from './storefront.ts';
export {
  acceptInvitation,
  getUser,
  inviteUser,
  listInvitations,
  listUsers,
  updateUser,
  withdrawInvitation,
} from './users.ts';
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
export { ATTEMPT_OUTCOMES, getDelivery } from './webhook-deliveries.ts';
export {
  cancelRecovery,
  createRecovery,
  getRecovery,
  listRecoveries,
  pauseRecovery,
  RECOVERY_STATES,
  resumeRecovery,
} from './webhook-recoveries.ts';
export {
  getSubscription,
  getSubscriptionStats,
  listSubscriptionGaps,
  listWebhookEvents,
  rotateSubscriptionSecret,
  testSubscription,
  updateSubscription,
} from './webhook-subscriptions.ts';
export {
  createSubscription,
  DELIVERY_STATUSES,
  type DeliveryStatus,
  deleteSubscription,
  listDeliveries,
  listSubscriptions,
  retryDelivery,
} from './webhooks.ts';
