import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import type Stripe from 'stripe';
import { TEST_SETTINGS } from './test-env.ts';

/** `payment_intent.succeeded` that names an order and no payment of the provider's: it is about the checkout's. */
export function paymentSucceeded(orderId: string, id = `evt_${randomUUID()}`) {
  return {
    id,
    object: 'event',
    type: 'payment_intent.succeeded',
    created: Math.floor(Date.now() / 1000),
    data: {
      object: { id: null as string | null, object: 'payment_intent', metadata: { orderId } },
    },
  };
}

const require = createRequire(import.meta.url);

/** The value of `payment-signature`, made by Stripe's own package. `timestamp` is in Unix seconds. */
export function signProviderEvent(
  payload: string,
  { secret = TEST_SETTINGS.paymentWebhookSecret, timestamp }: { secret?: string; timestamp?: number } = {},
): string {
  // Two hundred files, which most test files don’t need.
  const { webhooks } = require('stripe') as typeof Stripe;
  return webhooks.generateTestHeaderString({
    payload,
    secret,
    ...(timestamp === undefined ? {} : { timestamp }),
  });
}
