export {
  type SignStandardWebhookInput,
  type SignWebhookInput,
  type StandardWebhookHeaders,
  signStandardWebhook,
  signWebhook,
  type VerifyWebhookOptions,
  verifyWebhook,
  type WebhookEnvelope,
  type WebhookHeaders,
  type WebhookSignatureHeaders,
  WebhookVerificationError,
  type WebhookVerificationErrorCode,
} from './webhooks.ts';
