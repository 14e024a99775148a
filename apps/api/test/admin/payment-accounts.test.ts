import type { ErrorCode } from '@service/contract';
import { cancellation, payments } from '@service/core';
import { until, useStripe } from '@service/testing';
import { expect } from 'chai';
import { startApi, useApi } from '../harness.ts';
import { addStripeAccount, newStripeKeys } from '../providers/own-account.ts';
import { createShop, type Shop, useShopOfEach } from '../store/shop.ts';
import { snapshot } from '../table-snapshot.ts';

const TOTAL = 1190;

interface Listed {
  id: string;
  name: string;
  active: boolean;
  position: number;
  version: number;
}

describe('/admin/v1/payment-accounts', () => {
  const stripe = useStripe();
  const api = useApi(() => ({ settings: { stripeApiUrl: stripe.url } }));
  const shop = useShopOfEach(api);

  beforeEach(() => {
    stripe.requests.length = 0;
  });

  const newKeys = () => newStripeKeys(stripe);
  const add = (said: object) =>
    shop.admin('POST', '/payment-accounts', { provider: 'stripe', name: 'Own', ...said });
  const change = (id: string, said: object) => shop.admin('PATCH', `/payment-accounts/${id}`, said);

  const activeAccount = () => addStripeAccount(api, shop, stripe);
  async function place() {
    const { id: variantId } = await shop.variant({ priceAmount: TOTAL });
    const { order, payment } = (await shop.checkOut(await shop.fullCart({ [variantId]: 1 }))).expect(201);
    return { id: order.id as string, payment };
  }
  const keysUsed = () => stripe.requests.map(({ authorization }) => authorization.replace('Bearer ', ''));

  it('asks the provider whose the key is, and shows no secret', async () => {
    const { account, ...keys } = newKeys();
    const webhookSecret = 'whsec_nobody_sees_this';

    const shown = (await add({ ...keys, webhookSecret })).expect(201);

    expect(shown).to.deep.include({
      provider: 'stripe',
      active: false,
      publishableKey: keys.publishableKey,
      providerAccountId: account.id,
      isLive: false,
      callbackPath: `/webhooks/payment/${shown.id}`,
      receivesCallbacks: true,
    });
    expect(keysUsed()).to.deep.equal([keys.secretKey]);
    const list = (await shop.admin('GET', '/payment-accounts')).expect(200);
    const one = (await shop.admin('GET', `/payment-accounts/${shown.id}`)).expect(200);
    expect(list.items).to.deep.equal([one]);
    const written = JSON.stringify([shown, list, await snapshot(api.env)]);
    for (const secret of [keys.secretKey, webhookSecret]) expect(written).to.not.include(secret);
  });

  const refused: Record<string, [said: object, code: ErrorCode, path: string]> = {
    'a key that the provider doesn’t know': [
      { secretKey: 'sk_test_unknown', publishableKey: 'pk_test_1' },
      'payment_account_refused',
      '/body/secretKey',
    ],
    'a key of another kind': [
      { secretKey: 'pk_test_1', publishableKey: 'pk_test_1' },
      'validation_failed',
      '/body/secretKey',
    ],
    'no publishable key': [{ secretKey: 'sk_test_1' }, 'validation_failed', '/body/publishableKey'],
    'keys of two modes': [
      { secretKey: 'sk_test_1', publishableKey: 'pk_live_1' },
      'validation_failed',
      '/body/publishableKey',
    ],
    'instructions where a provider takes the money': [
      { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', instructionsByLocale: { de: 'Per Karte' } },
      'validation_failed',
      '/body/instructionsByLocale',
    ],
  };

  for (const [what, [said, code, path]] of Object.entries(refused))
    it(`refuses ${what}, says what is wrong, and writes nothing`, async () => {
      const before = await snapshot(api.env);

      const { errors } = (await add(said)).refused(code);

      expect(errors?.[0]?.path).to.equal(path);
      expect(await snapshot(api.env)).to.deep.equal(before);
    });

  it('refuses a live account that can’t take payments yet; one of the test mode can', async () => {
    const keys = { secretKey: 'sk_live_of_a_new_account', publishableKey: 'pk_live_of_a_new_account' };
    const account = stripe.account(keys.secretKey);
    account.chargesEnabled = false;
    const before = await snapshot(api.env);

    const { detail } = (await add(keys)).refused('payment_account_refused');

    expect(detail).to.include('can’t take payments yet');
    expect(await snapshot(api.env)).to.deep.equal(before);
    account.chargesEnabled = true;
    expect((await add(keys)).expect(201).isLive).to.equal(true);
    const { account: unfinished, ...ofTest } = newKeys();
    unfinished.chargesEnabled = false;
    (await add(ofTest)).expect(201);
  });

  it('writes nothing when the provider doesn’t respond', async () => {
    const { account: _account, ...keys } = newKeys();
    const before = await snapshot(api.env);
    stripe.fail(1, 500, { type: 'api_error', message: 'away' });

    const { detail } = (await add(keys)).refused('dependency_unavailable');

    expect(detail).to.equal(
      `Stripe at ${new URL(stripe.url).host} did not say whether the key works. Try again.`,
    );
    expect(keysUsed()).to.have.length(1);
    expect(await snapshot(api.env)).to.deep.equal(before);
  });

  it('can be active from its creation, if its callbacks have a secret, beside others', async () => {
    const first = await activeAccount();
    const { account: _account, ...keys } = newKeys();
    const before = await snapshot(api.env);
    stripe.requests.length = 0;

    const { errors } = (await add({ ...keys, active: true })).refused('payment_account_incomplete');

    expect(errors?.[0]?.path).to.equal('/body/webhookSecret');
    expect(keysUsed()).to.deep.equal([]);
    expect(await snapshot(api.env)).to.deep.equal(before);

    const several = [1, 2, 3].map((each) =>
      add({ ...newKeys(), account: undefined, webhookSecret: `whsec_of_number_${each}`, active: true }),
    );
    for (const answer of await Promise.all(several)) expect(answer.expect(201).active).to.equal(true);
    const manual = await shop.addTransfer();
    const { items } = (await shop.admin('GET', '/payment-accounts')).expect(200);
    expect(items.map(({ active, position }: Listed) => [active, position])).to.deep.equal(
      [0, 1, 2, 3, 4].map((position) => [true, position]),
    );
    expect([items[0].id, items[4]]).to.deep.equal([first.id, manual]);
  });

  it('moves to a place among the others, which make room', async () => {
    const add3 = async (name: string) => (await add({ provider: 'manual', name })).expect(201).id as string;
    const [a, b, c] = [await add3('A'), await add3('B'), await add3('C')];
    const names = async () =>
      (await shop.admin('GET', '/payment-accounts'))
        .expect(200)
        .items.map(({ name, position, version }: Listed) => `${name}${position}v${version}`);

    expect((await change(c, { position: 0 })).expect(200).position).to.equal(0);
    expect(await names()).to.deep.equal(['C0v2', 'A1v2', 'B2v2']);
    expect((await change(c, { position: 99 })).expect(200).position).to.equal(2);
    expect(await names()).to.deep.equal(['A0v3', 'B1v3', 'C2v3']);
    (await shop.admin('DELETE', `/payment-accounts/${a}`)).expect(204);
    (await change(c, { position: 0 })).expect(200);
    expect(await names()).to.deep.equal(['C0v4', 'B1v3']);
    const before = await snapshot(api.env);
    (await change(b, { position: 1 })).expect(200);
    expect(await snapshot(api.env)).to.deep.equal(before);
  });

  const refusedTerms: Record<string, [terms: object, path: string]> = {
    'a currency that is listed twice': [
      { currencies: [{ currency: 'EUR' }, { currency: 'eur', maximum: 5 }] },
      '/body/currencies/1',
    ],
    'a minimum above the maximum': [
      { currencies: [{ currency: 'EUR', minimum: 6, maximum: 5 }] },
      '/body/currencies/0/maximum',
    ],
    'a country that there isn’t': [{ countries: ['XX'] }, '/body/countries/0'],
    'instructions without a word': [{ instructionsByLocale: { de: ' ' } }, '/body/instructionsByLocale/de'],
  };
  for (const [what, [terms, path]] of Object.entries(refusedTerms))
    it(`refuses ${what}, new or changed, and writes nothing`, async () => {
      const { id } = (await add({ provider: 'manual', name: 'Transfer' })).expect(201);
      const before = await snapshot(api.env);

      const answers = [await add({ provider: 'manual', name: 'Other', ...terms }), await change(id, terms)];

      for (const answer of answers)
        expect(answer.refused('validation_failed').errors?.[0]?.path).to.equal(path);
      expect(await snapshot(api.env)).to.deep.equal(before);
    });

  it('has 20 active ones at most, also when they are activated at once', async () => {
    const manual = { provider: 'manual', name: 'Transfer' };
    for (let each = 1; each < 20; each += 1) (await add({ ...manual, active: true })).expect(201);
    const ids = [(await add(manual)).expect(201).id, (await add(manual)).expect(201).id];

    const answers = await Promise.all(ids.map((id) => change(id, { active: true })));

    expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
    answers.find(({ status }) => status !== 200)?.refused('too_many_payment_accounts');
    (await add({ ...manual, active: true })).refused('too_many_payment_accounts');
    expect((await shop.admin('GET', '/payment-accounts')).expect(200).total).to.equal(21);
  });

  it('takes a new key of the same account only, once the provider has taken it', async () => {
    const own = await activeAccount();
    const foreign = newKeys();
    const { payment } = await place();
    const before = await snapshot(api.env);

    (await change(own.id, { secretKey: foreign.secretKey })).refused('payment_account_refused');
    (await change(own.id, { secretKey: 'sk_test_mistyped' })).refused('payment_account_refused');
    expect(await snapshot(api.env)).to.deep.equal(before);

    stripe.rename(own.secretKey, 'sk_test_rolled');
    (await change(own.id, { secretKey: 'sk_test_rolled' })).expect(200);
    own.account.pay(payment.providerPaymentId);
    await own.report();
    await place();
    expect(keysUsed().at(-1)).to.equal('sk_test_rolled');
  });

  it('is active with the secret of its callbacks only', async () => {
    const { account: _account, ...keys } = newKeys();
    const { id } = (await add(keys)).expect(201);
    const before = await snapshot(api.env);

    const { errors } = (await change(id, { active: true })).refused('payment_account_incomplete');
    expect(errors?.[0]?.path).to.equal('/body/webhookSecret');
    expect(await snapshot(api.env)).to.deep.equal(before);

    const both = { active: true, webhookSecret: 'whsec_of_its_callbacks' };
    expect((await change(id, both)).expect(200)).to.include({ active: true, receivesCallbacks: true });
  });

  it('takes the payments of its store, and no other’s; the storefront learns its key', async () => {
    const control = await createShop(api);
    const own = await activeAccount();
    const config = (of: Shop) =>
      api
        .request('GET', '/store/v1/config', { key: of.store.publishableKey })
        .then((answer) => answer.expect(200));

    const { id, payment } = await place();

    expect((await config(shop)).payment).to.deep.equal({
      provider: 'stripe',
      publishableKey: own.publishableKey,
      instructions: null,
    });
    expect((await config(control)).payment).to.deep.equal({
      provider: 'fake',
      publishableKey: null,
      instructions: null,
    });
    expect(own.account.intents.get(payment.providerPaymentId)).to.include({ amount: TOTAL, currency: 'eur' });
    own.account.pay(payment.providerPaymentId);
    await own.report();
    const order = await shop.getOrder(id);
    expect(order.status).to.equal('paid');
    expect(order.payments[0]).to.include({ provider: 'stripe', accountId: own.id });
  });

  it('refunds, cancels and hears of a payment where it was made, after a change of accounts', async () => {
    const before = await activeAccount();
    const [paid, unpaid] = [await place(), await place()];
    before.account.pay(paid.payment.providerPaymentId);
    const after = await activeAccount();
    (await change(before.id, { active: false })).expect(200);
    await before.report();
    stripe.requests.length = 0;

    (await shop.admin('POST', `/orders/${paid.id}/refunds`, { amount: 190 })).expect(201);
    await until(async () => (await shop.getOrder(paid.id)).refunds[0].status === 'succeeded', 'the refund');
    (await shop.admin('POST', `/orders/${unpaid.id}/cancel`, {})).expect(200);
    await until(
      async () => (await shop.getOrder(unpaid.id)).payments[0].status === 'cancelled',
      'the cancellation',
    );
    await before.report();
    expect(keysUsed()).to.deep.equal([before.secretKey, before.secretKey]);
    await place();

    expect(keysUsed().at(-1)).to.equal(after.secretKey);
    expect(await shop.getOrder(paid.id)).to.include({ status: 'partially_refunded', refundedTotal: 190 });
    const { items } = (await shop.admin('GET', '/payment-accounts')).expect(200);
    expect(items.map(({ id, active }: Listed) => [id, active])).to.deep.equal([
      [before.id, false],
      [after.id, true],
    ]);
  });

  it('is polled where Stripe can’t reach: each event is fetched, signed and sent once', async () => {
    const own = await activeAccount();
    const [first, second] = [await place(), await place()];
    const source = await payments.openCallbackSource(api.env.system, own.id, new Date(0));
    const sendAll = async () => {
      const callbacks = await source.take();
      for (const { path, body, headers } of callbacks)
        (await api.request('POST', path, { body, headers })).expect(200);
      return callbacks.map(({ type }) => type);
    };
    own.account.pay(first.payment.providerPaymentId);

    const taken = [await sendAll(), await sendAll()];
    own.account.pay(second.payment.providerPaymentId);
    taken.push(await sendAll());

    const paid = ['charge.succeeded', 'payment_intent.succeeded'];
    expect(taken).to.deep.equal([paid, [], paid]);
    for (const { id } of [first, second]) expect((await shop.getOrder(id)).status).to.equal('paid');
    const { items } = (await shop.admin('GET', '/payment-events?state=waiting')).expect(200);
    expect(items).to.deep.equal([]);
  });

  it('goes back to the deployment’s account when none is active', async () => {
    const { id } = await activeAccount();
    (await change(id, { active: false })).expect(200);

    const { payment } = await place();

    expect(payment.providerPaymentId).to.match(/^pi_fake_/);
  });

  it('is deleted with its secrets, unless payments were made with it', async () => {
    const unused = await activeAccount();
    (await shop.admin('DELETE', `/payment-accounts/${unused.id}`)).expect(204);
    (await shop.admin('GET', `/payment-accounts/${unused.id}`)).refused('not_found');

    const used = await activeAccount();
    await place();
    const before = await snapshot(api.env);
    (await shop.admin('DELETE', `/payment-accounts/${used.id}`)).refused('payment_account_in_use');
    expect(await snapshot(api.env)).to.deep.equal(before);
  });

  it('that can’t be reached holds up no other account’s cancellations', async () => {
    const revoked = await activeAccount();
    const first = await place();
    const good = await activeAccount();
    (await change(revoked.id, { active: false })).expect(200);
    const second = await place();
    stripe.rename(revoked.secretKey, 'sk_test_nobody_has_it');
    const { admin } = shop.store;
    const where = { orderId: { in: [first.id, second.id] } };
    for (const { id } of [first, second]) await cancellation.cancelOrder(admin, id, {});
    await admin.db.payment.updateMany({ where, data: { cancelAt: new Date(0) } });

    await payments.cancelDuePayments(api.env.system);

    expect((await shop.getOrder(second.id)).payments[0].status).to.equal('cancelled');
    expect((await shop.getOrder(first.id)).payments[0].status).to.equal('requires_payment');
    expect(good.account.intents.get(second.payment.providerPaymentId)?.status).to.equal('canceled');
  });

  it('pretends only where the deployment pretends too', async () => {
    const real = await startApi({
      settings: { stripe: { secretKey: 'sk_test_1' }, stripeApiUrl: stripe.url },
    });
    const { admin } = await createShop(real);
    const before = await snapshot(real.env);

    const body = { provider: 'fake', name: 'Pretended' };
    const { errors } = (await admin('POST', '/payment-accounts', body)).refused('validation_failed');

    expect(errors?.[0]).to.include({ path: '/body/provider', code: 'not_offered' });
    expect(await snapshot(real.env)).to.deep.equal(before);
    await real.close();
  });
});
