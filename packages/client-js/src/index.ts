export type { ClientOptions, ResponseNotice } from './call.ts';
export type { CallOptions, Page, Paged, Upload } from './call-types.ts';
export {
  type AdminClientOptions,
  createAdminClient,
  createSetupClient,
  createStoreClient,
  type SetupClientOptions,
  type StoreClientOptions,
  type TokenSource,
} from './clients.ts';
export {
  ConnectionError,
  type ConnectionErrorReason,
  type FieldError,
  isServiceError,
  type Problem,
  ServiceError,
} from './errors.ts';
export { currencyDigits, formatMoney, isCurrency, toDecimal } from './generated/currencies.ts';
export { formatOpeningHours, type OpeningHours } from './generated/opening-hours.ts';
export type * from './generated/types.ts';
