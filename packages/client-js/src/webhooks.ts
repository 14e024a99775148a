export type {
  OrderCreatedData,
  OrderStatusData,
  ProductData,
  RefundIssuedData,
  WebhookEvents,
} from './generated/events.ts';
export type { WebhookEnvelope, WebhookEnvelopeOf, WebhookEventName } from './webhooks/envelope.ts';
export {
  handleWebhook,
  UnhandledWebhookError,
  type UnknownEventPolicy,
  type WebhookHandler,
  type WebhookHandlers,
} from './webhooks/handlers.ts';
export { readWebhookSequence, type WebhookHeaders } from './webhooks/headers.ts';
export {
  createWebhookMiddleware,
  type WebhookMiddleware,
  type WebhookMiddlewareOptions,
  type WebhookRequest,
  type WebhookResponse,
} from './webhooks/middleware.ts';
export {
  WebhookVerificationError,
  type WebhookVerificationErrorCode,
} from './webhooks/verification-error.ts';
export { type VerifyWebhookOptions, verifyWebhook } from './webhooks/verify.ts';
