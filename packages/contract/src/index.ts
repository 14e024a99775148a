export { ALL_OPERATIONS } from './all-operations.ts';
export { ERRORS, type ErrorCode, type FieldError, refuse, ServiceError } from './errors.ts';
export {
  CATALOGUE,
  ENVELOPE_HEADERS,
  EVENT_NAMES,
  EVENTS,
  type EventData,
  type EventName,
  ORDER_STATUSES,
  type OrderStatus,
} from './events.ts';
export { isEmail, isUuid, normaliseEmail } from './formats.ts';
export { NAMED_SCHEMAS } from './openapi/named-schemas.ts';
export { openApiDocument } from './openapi.ts';
export {
  type AnyOperation,
  type Auth,
  commonErrors,
  type Deprecation,
  defineOperation,
  type FileAnswer,
  type InputOf,
  isRateLimited,
  type Operation,
  type ResponseOf,
  type Streamed,
  type VersionedResource,
} from './operation.ts';
export type {
  Address,
  Analytics,
  CategoryNode,
  CustomerChange,
  DeliveryStatus,
  NewCustomer,
  StockMovementKind,
  StoreCategoryNode,
  TaxLine,
  VatStatus,
} from './operations/index.ts';
export * as operations from './operations/index.ts';
export { DELIVERY_STATUSES, importRow } from './operations/index.ts';
export { MAX_COUNTED_ATTEMPTS, MAX_COUNTED_GAPS } from './operations/webhook-subscriptions.ts';
export { MAX_COUNTED_DELIVERIES } from './operations/webhooks.ts';
export { PERMISSIONS, type Permission, ROLES, type Role } from './permissions.ts';
export { CORE_VERSION } from './version.ts';
