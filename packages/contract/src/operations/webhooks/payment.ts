import { defineOperation } from '../../operation.ts';
import {
  accountCallback,
  exampleCallback,
  providerEvent,
  receivedEvent,
} from '../../resources/provider-event.ts';

export const receivePaymentEvent = defineOperation({
  endpoint: 'POST /webhooks/payment',
  summary: 'Payment provider callback',
  description:
    'Of the deployment’s own account. Carries `payment-signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">`, keyed with PAYMENT_WEBHOOK_SECRET and at most 5 minutes old. The body may have 1 MiB. Events are deduplicated by their id; an event of an unknown type is stored and acknowledged. If processing fails, the response is 500, so that the provider sends the event again.',
  withoutKey: 'the provider’s event id is the key.',
  auth: { kind: 'provider-signature' },
  body: providerEvent,
  response: receivedEvent,
  examples: exampleCallback,
});

export const receiveAccountEvent = defineOperation({
  endpoint: 'POST /webhooks/payment/{accountId}',
  summary: 'Payment provider callback of a store’s account',
  description:
    'As `POST /webhooks/payment`, keyed with the `webhookSecret` of the payment account that the address names. Its events find payments that were made with this account, and orders of its store, and no others. The provider of a module has its own signature and its own body, a JSON object.',
  withoutKey: 'the provider’s event id is the key.',
  auth: { kind: 'provider-signature' },
  body: accountCallback,
  response: receivedEvent,
  examples: exampleCallback,
});
