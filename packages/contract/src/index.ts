export { ALL_OPERATIONS } from './all-operations.ts';
export { CLIENT_NAMES, type ClientName, clientMethodOf, clientOf } from './client-names.ts';
export { type ContentUnit, referenceOf } from './content-units.ts';
export { currencyDigits, formatMoney, isCurrency, toDecimal } from './currencies.ts';
export { deprecationHeaders } from './deprecation-headers.ts';
export { ERRORS, type ErrorCode, type FieldError, refuse, ServiceError } from './errors.ts';
export { type EventObject, fullData, OBJECTS } from './event-objects.ts';
export { type EventPattern, listsEvent, patternsOf } from './event-patterns.ts';
export {
  CATALOGUE,
  EVENT_NAMES,
  EVENTS,
  type EventData,
  type EventName,
  isAboutWebhooks,
  ORDER_STATUSES,
  type OrderStatus,
  type ReturnStatus,
} from './events.ts';
export { FORMATS, isCountry, isEmail, isUuid, normaliseEmail } from './formats.ts';
export {
  DEGRADED,
  MAX_COUNTED,
  MAX_COUNTED_ATTEMPTS,
  MAX_COUNTED_DELIVERIES,
  MAX_COUNTED_GAPS,
} from './limits.ts';
export {
  type MailPlaceholder,
  type MailValues,
  SHOPPER_MAIL_KINDS,
  SHOPPER_MAILS,
  type ShopperMail,
} from './mail-kinds.ts';
export { chapterOf } from './openapi/chapters.ts';
export { EXAMPLE_OBJECTS } from './openapi/example-objects.ts';
export { NAMED_SCHEMAS } from './openapi/named-schemas.ts';
export { openApiDocument } from './openapi.ts';
export { formatOpeningHours, type OpeningHours, WEEKDAYS } from './opening-hours.ts';
export {
  type AnyDefinition,
  type AnyOperation,
  type Auth,
  commonErrors,
  type Deprecation,
  defineOperation,
  type FileAnswer,
  type InputOf,
  type Operation,
  type ResponseOf,
  requiresBody,
  type Streamed,
  type VersionedResource,
} from './operation.ts';
export type { CategoryNode } from './operations/admin/categories.ts';
export type { CustomerChange, NewCustomer } from './operations/admin/customers.ts';
export type { PrivacySettings } from './operations/admin/settings/privacy.ts';
export * as operations from './operations/index.ts';
export type { StoreCategoryNode } from './operations/store/categories.ts';
export {
  deprecationOf,
  type FullPayload,
  NEWEST_PAYLOAD_VERSION,
  PAYLOAD_VERSIONS,
  presentPayload,
} from './payload-versions.ts';
export {
  describePermission,
  isPermitted,
  PERMISSIONS,
  type Permission,
  ROLES,
  type Role,
} from './permissions.ts';
export { PORTAL_CAPABILITIES, type PortalCapability } from './portal.ts';
export { type Address, address, type BillingAddress } from './resources/address.ts';
export type { Analytics } from './resources/analytics.ts';
export type { DiscountRefusalReason } from './resources/applied-discount.ts';
export type { VatStatus } from './resources/customer.ts';
export { type CustomerRow, customerRow } from './resources/customer-import.ts';
export {
  DELIVERY_STATUSES,
  type DeliveryStatus,
  type DiagnosisCode,
  type PullError,
  type WaitReason,
} from './resources/delivery.ts';
export type { CreditNoteDocument, EInvoiceProfile, Exemption, Invoice } from './resources/document.ts';
export { type FormerOrderRow, formerOrderRow, MAX_FORMER_LINES } from './resources/former-order.ts';
export type { AcceptedText, TextKind } from './resources/legal-text.ts';
export type { Locale } from './resources/locale.ts';
export { fitsMetadata, type Metadata, PUBLIC_PREFIX } from './resources/metadata.ts';
export {
  type FulfilmentStatus,
  MAX_ORDER_TAGS,
  type OrderPaymentStatus,
  type PaymentMismatch,
} from './resources/order.ts';
export type { PickupPlace } from './resources/pickup-place.ts';
export { importRow } from './resources/product-import.ts';
export { type GivenQueues, isQueueKind, QUEUE_KINDS, type QueueKind } from './resources/queue.ts';
export { redirectRow } from './resources/redirect.ts';
export type { Seller } from './resources/seller.ts';
export type { StockMovementKind } from './resources/stock-movement.ts';
export {
  CHAT_FORMATS,
  SUBSCRIPTION_FORMATS,
  type SubscriptionFormat,
  type SubscriptionKind,
} from './resources/subscription.ts';
export { KNOWN_TAX_CLASSES } from './resources/tax-class.ts';
export type { TaxLine } from './resources/tax-line.ts';
export {
  FILTER_BOUNDS,
  FILTER_OPERATORS,
  type FilterOperator,
  type FilterValue,
  type WebhookFilter,
} from './resources/webhook-filter.ts';
export { CORE_VERSION } from './version.ts';
