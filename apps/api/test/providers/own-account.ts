import { randomUUID } from 'node:crypto';
import type { StripeServer } from '@service/testing';
import type { TestApi } from '../harness.ts';
import type { Shop } from '../store/shop.ts';
import { createProvider } from '../webhooks/payment/callback.ts';

/** Keys of an account that Stripe knows. */
export function newStripeKeys(stripe: StripeServer) {
  const id = randomUUID();
  const secretKey = `sk_test_${id}`;
  return { account: stripe.account(secretKey), secretKey, publishableKey: `pk_test_${id}` };
}

/** An account of the store at Stripe that takes its payments, and what Stripe has of it. */
export async function addStripeAccount(api: TestApi, shop: Shop, stripe: StripeServer) {
  const { account, ...keys } = newStripeKeys(stripe);
  const secret = `whsec_${randomUUID()}`;
  const body = { provider: 'stripe', name: 'Card', ...keys, webhookSecret: secret, active: true };
  const { id, callbackPath } = (await shop.admin('POST', '/payment-accounts', body)).expect(201);
  const provide = createProvider(api, { callbackPath, secret });
  /** Sends what has happened since. */
  const report = async () => {
    for (const event of account.events.splice(0)) (await provide(event)).expect(200);
  };
  return { ...keys, id: id as string, account, provide, report };
}
