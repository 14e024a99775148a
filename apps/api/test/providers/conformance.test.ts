import { randomUUID } from 'node:crypto';
import { type ProviderScene, paymentConformance } from '@service/module-sdk/testing';
import { openTestEnv, signProviderEvent, type TestEnv } from '@service/testing';
import { type StripeServer, startStripeServer } from './stripe-server.ts';

/** What every provider keeps to, tried with each of ours. */
describe('payment providers', () => {
  let stripe: StripeServer;
  let env: TestEnv;

  before(async () => {
    stripe = await startStripeServer();
    env = await openTestEnv({ settings: { stripeApiUrl: stripe.url } });
  });

  after(async () => {
    await env.close();
    await stripe.close();
  });

  const open = (provider: string, secretKey: string | null = null) =>
    env.services.payments.providerOfAccount({ id: randomUUID(), provider, secretKey, webhookSecret: null });

  const callback: ProviderScene['callback'] = ({ providerPaymentId, paymentId, orderId }, secret) => {
    const body = JSON.stringify({
      id: `evt_${paymentId}`,
      type: 'payment_intent.succeeded',
      created: Math.floor(Date.now() / 1000),
      data: { object: { id: providerPaymentId, metadata: { orderId, paymentId } } },
    });
    const headers = { 'payment-signature': signProviderEvent(body, { secret }) };
    return { rawBody: Buffer.from(body), headers };
  };

  const scenes: Record<string, () => ProviderScene> = {
    stripe() {
      const secretKey = `sk_test_${randomUUID()}`;
      const account = stripe.account(secretKey);
      return {
        provider: open('stripe', secretKey),
        withWrongKey: open('stripe', 'sk_test_nobody'),
        pay(intentId) {
          account.pay(intentId, '3ds');
          account.authenticate(intentId, true);
        },
        callback,
      };
    },
    fake: () => ({ provider: open('fake'), callback }),
    manual: () => ({ provider: open('manual') }),
  };

  for (const [name, scene] of Object.entries(scenes))
    describe(name, () => {
      for (const { name: what, run } of paymentConformance(scene)) it(what, run);
    });
});
