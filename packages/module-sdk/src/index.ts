export type {
  Carrier,
  CarrierRate,
  MadeLabel,
  NewLabel,
  Parcel,
  PostalAddress,
  RefusedLabel,
} from './carrier.ts';
export {
  defineModule,
  type ModuleContext,
  type ModuleDefinition,
  type ModuleHandlers,
  type ModuleManifest,
} from './define-module.ts';
export { MODULE_EVENT_NAMES, type ModuleEventName, type ModuleEvents } from './events.ts';
export { labelFileType, MAX_LABEL_BYTES } from './label-file.ts';
export type {
  AccountCheck,
  CaptureOutcome,
  EventQuery,
  NewCapture,
  NewPayment,
  NewRefund,
  OpenedPayment,
  OpenPayment,
  PaymentProvider,
  ProviderAccount,
  ProviderCallback,
  ProviderEvent,
  ProviderObject,
  RefundOutcome,
} from './payment-provider.ts';
export type { TaxDocument, TaxedGoods, TaxProvider, TaxQuestion, TaxRates } from './tax-provider.ts';
