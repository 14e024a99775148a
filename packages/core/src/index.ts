export * as access from './access/index.ts';
export * as audit from './audit/index.ts';
export * as cancellation from './cancellation/index.ts';
export * as carts from './carts/index.ts';
export * as catalog from './catalog/index.ts';
export * as checkout from './checkout/index.ts';
export * as compliance from './compliance/index.ts';
export {
  actorName,
  type Context,
  type Credential,
  createSystemContext,
  inTransaction,
  type Log,
  type Once,
  type PortalPrincipal,
  type Principal,
  readDbNow,
  type SystemContext,
  type Transaction,
  withClientAddress,
} from './context.ts';
export * as customerGroups from './customer-groups/index.ts';
export * as customers from './customers/index.ts';
export * as discounts from './discounts/index.ts';
export * as documents from './documents/index.ts';
export * as formerOrders from './former-orders/index.ts';
export * as idempotency from './idempotency/index.ts';
export * as imports from './imports/index.ts';
export * as labels from './labels/index.ts';
export * as ledger from './ledger/index.ts';
export * as mail from './mail/index.ts';
export * as mailSettings from './mail-settings/index.ts';
export * as modules from './modules/index.ts';
export * as notifications from './notifications/index.ts';
export * as orders from './orders/index.ts';
export * as outbox from './outbox/index.ts';
export * as paymentAccounts from './payment-accounts/index.ts';
export * as payments from './payments/index.ts';
export * as pictures from './pictures/index.ts';
export * as prices from './prices/index.ts';
export * as privacy from './privacy/index.ts';
export * as rateLimits from './rate-limits/index.ts';
export * as redirects from './redirects/index.ts';
export * as refunds from './refunds/index.ts';
export * as reports from './reports/index.ts';
export * as returns from './returns/index.ts';
export { type ResealedColumn, type ResealOptions, rotateEncryptionKey } from './rotate-encryption-key.ts';
export { keyIdOf, type Sealer } from './sealer.ts';
export * as search from './search/index.ts';
export { createServices, type RowRef, type Services, type ServicesOptions } from './services.ts';
export * as shipping from './shipping/index.ts';
export * as taxes from './taxes/index.ts';
export * as tenants from './tenants/index.ts';
export * as vat from './vat/index.ts';
export * as versions from './versions/index.ts';
export * as webhooks from './webhooks/index.ts';
