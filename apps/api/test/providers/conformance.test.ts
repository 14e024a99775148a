import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { modules } from '@service/core';
import { type ProviderScene, paymentConformance } from '@service/module-sdk/testing';
import { createLog } from '@service/observability';
import { type StripeServer, signProviderEvent, startStripeServer } from '@service/testing';
import { expect } from 'chai';
import { BANK_KEY, startBank } from '../../../../packages/module-sdk/examples/bank-link/bank.js';
import { startApi, type TestApi } from '../harness.ts';
import { refundsSent } from '../refunds-sent.ts';
import { createShop } from '../store/shop.ts';
import { snapshot } from '../table-snapshot.ts';

const EXAMPLES = join(dirname(fileURLToPath(import.meta.url)), '../../../../packages/module-sdk/examples');
const SECRET = 'bank_callbacks_1';

/** What every provider keeps to, tried with each of ours and with that of a module. */
describe('payment providers', () => {
  let stripe: StripeServer;
  let bank: Awaited<ReturnType<typeof startBank>>;
  let api: TestApi;

  before(async () => {
    [stripe, bank] = await Promise.all([startStripeServer(), startBank()]);
    const { bus } = await modules.connectModules(
      { modulesDir: EXAMPLES, configs: { 'bank-link': { apiUrl: bank.url } } },
      { log: createLog({ name: 'test', level: 'silent' }), handlerTimeoutMs: 5000 },
    );
    api = await startApi({ settings: { stripeApiUrl: stripe.url }, modules: bus });
  });

  after(async () => {
    await api.close();
    await stripe.close();
    await bank.close();
  });

  const open = (provider: string, secretKey: string | null = null) =>
    api.env.services.payments.providerOfAccount({
      id: randomUUID(),
      provider,
      secretKey,
      webhookSecret: null,
    });

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
    'bank-link': () => ({
      provider: open('bank-link', BANK_KEY),
      withWrongKey: open('bank-link', 'bank_key_of_nobody'),
      pay: bank.pay,
      callback({ providerPaymentId }, secret) {
        bank.pay(providerPaymentId);
        return bank.callback(providerPaymentId, secret);
      },
    }),
  };

  for (const [name, scene] of Object.entries(scenes))
    describe(name, () => {
      for (const { name: what, run } of paymentConformance(scene)) it(what, run);
    });

  it('are those of modules too: an account takes, captures and refunds the money of its store', async () => {
    const shop = await createShop(api);
    const keys = { secretKey: BANK_KEY, webhookSecret: SECRET };
    const body = { provider: 'bank-link', name: 'Bank Link', ...keys };
    const account = (await shop.admin('POST', '/payment-accounts', body)).expect(201);
    const path = `/payment-accounts/${account.id}`;
    (await shop.admin('PATCH', path, { active: true })).expect(200);
    const settings = { name: 'Tea House', currency: 'EUR', captureLater: true };
    (await shop.admin('PUT', '/settings', settings)).expect(200);
    const { id: variantId } = await shop.variant({ priceAmount: 1190 });
    const { order, payment } = (await shop.checkOut(await shop.fullCart({ [variantId]: 1 }))).expect(201);
    const bankId = payment.providerPaymentId as string;
    bank.pay(bankId);
    const send = (secret: string) => {
      const { rawBody, headers } = bank.callback(bankId, secret);
      return api.request('POST', account.callbackPath, { body: rawBody.toString(), headers });
    };
    const get = async () => (await shop.admin('GET', `/orders/${order.id}`)).expect(200);
    const before = await snapshot(api.env);

    (await send('bank_callbacks_2')).refused('invalid_signature');
    expect(await snapshot(api.env)).to.deep.equal(before);
    (await send(SECRET)).expect(200);
    const held = await get();
    (await shop.admin('POST', `/payments/${payment.id}/capture`, { amount: 790 })).expect(200);
    (await send(SECRET)).expect(200);
    (await shop.admin('POST', `/orders/${order.id}/refunds`, { amount: 90 })).expect(201);
    await refundsSent(shop.store);

    expect(account).to.include({ providerAccountId: 'bank_1', isLive: false });
    expect(payment.clientSecret).to.equal(`token_${bankId}`);
    expect(held.payments[0]).to.include({ provider: 'bank-link', status: 'authorised' });
    expect(await get()).to.include({ status: 'partially_refunded', refundedTotal: 90, attention: null });
    expect(bank.payments.get(bankId)).to.include({ state: 'paid', captured: 790, refunded: 90 });
  });

  it('may send the shopper to a page of their own, which has to be one of https', async () => {
    const shop = await createShop(api);
    const keys = { secretKey: BANK_KEY, webhookSecret: SECRET, active: true };
    const body = { provider: 'bank-link', name: 'Bank Link', ...keys };
    (await shop.admin('POST', '/payment-accounts', body)).expect(201);
    const { id: variantId } = await shop.variant();
    const checkOut = async () => shop.checkOut(await shop.fullCart({ [variantId]: 1 }));

    bank.payOn('https://bank.example/pay/1');
    const { payment } = (await checkOut()).expect(201);
    bank.payOn('javascript:alert(1)');
    (await checkOut()).refused('dependency_unavailable');
    bank.payOn(undefined);

    expect(payment).to.include({ redirectUrl: 'https://bank.example/pay/1', needs: 'redirect' });
  });

  it('of a module that isn’t there are not offered, and an account of one waits for it', async () => {
    const elsewhere = await startApi();
    const shop = await createShop(elsewhere);
    const before = await snapshot(elsewhere.env);

    for (const provider of ['bank-link', 'constructor']) {
      const body = { provider, name: 'Bank Link', secretKey: BANK_KEY };
      (await shop.admin('POST', '/payment-accounts', body)).refused('validation_failed');
    }

    expect(await snapshot(elsewhere.env)).to.deep.equal(before);
    const row = { tenantId: shop.store.tenantId, provider: 'bank-link', name: 'Bank Link' };
    const { id } = await shop.store.admin.db.paymentAccount.create({ data: row });
    const { rawBody, headers } = bank.callback([...bank.payments.keys()][0] ?? '', SECRET);
    const callbackPath = `/webhooks/payment/${id}`;
    const sent = await elsewhere.request('POST', callbackPath, { body: rawBody.toString(), headers });
    sent.refused('dependency_unavailable');
    await elsewhere.close();
  });
});
