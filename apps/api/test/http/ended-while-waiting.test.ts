import { randomUUID } from 'node:crypto';
import {
  type NameServer,
  STRIPE_KEY,
  type StripeServer,
  startNameServer,
  startStripeServer,
  until,
} from '@service/testing';
import { expect } from 'chai';
import { addOperator, PASSWORD } from '../admin/operators.ts';
import type { Answer } from '../client.ts';
import { startApi, type TestApi } from '../harness.ts';
import { addStripeAccount, newStripeKeys } from '../providers/own-account.ts';
import { createShop, type Shop } from '../store/shop.ts';
import { type Snapshot, snapshot } from '../table-snapshot.ts';
import { createProvider } from '../webhooks/payment/callback.ts';

const HOST = `${randomUUID()}.silent.test`;

describe('a credential that ends while its request waits for something outside', () => {
  let stripe: StripeServer;
  let names: NameServer;
  let api: TestApi;
  let shop: Shop;
  /** Done once, while the next answer from outside is waited for. */
  let meanwhile: (() => Promise<void>) | undefined;

  async function outside(): Promise<void> {
    const act = meanwhile;
    meanwhile = undefined;
    await act?.();
  }

  before(async () => {
    stripe = await startStripeServer();
    names = await startNameServer({ silent: ['.silent.test'] });
    api = await startApi({
      settings: {
        stripe: { secretKey: STRIPE_KEY },
        stripeApiUrl: stripe.url,
        nameServers: [names.address],
        async lookUpSubscriber() {
          await outside();
          return [{ address: '127.0.0.1', family: 4 }];
        },
      },
    });
    const { passwords } = api.env.services;
    const { hash } = passwords;
    passwords.hash = async (...given) => {
      await outside();
      return hash(...given);
    };
  });
  beforeEach(async () => {
    meanwhile = undefined;
    shop = await createShop(api);
  });
  after(async () => {
    await api.close();
    await Promise.all([stripe.close(), names.close()]);
  });

  const makeKey = async (...permissions: string[]) =>
    (await shop.admin('POST', '/api-keys', { name: 'T', permissions })).expect(201) as {
      id: string;
      key: string;
    };
  const revoke = async ({ id }: { id: string }) =>
    (await shop.admin('DELETE', `/api-keys/${id}`)).expect(204);
  const send = (token: string, method: string, path: string, body?: object) =>
    api.request(method, path, { token, ...(body && { body }) });
  const addAccount = (token: string) => {
    const { account: _, ...keys } = newStripeKeys(stripe);
    stripe.before(outside);
    return send(token, 'POST', '/admin/v1/payment-accounts', { provider: 'stripe', name: 'Own', ...keys });
  };
  const subscription = { url: 'http://shop.example/hook', events: ['order.paid'] };

  /** Asks while the credential ends, and returns the answer; nothing was written since. */
  async function askInVain(end: () => Promise<unknown>, ask: () => Promise<Answer>): Promise<Answer> {
    let ended: Snapshot | undefined;
    meanwhile = async () => {
      await end();
      ended = await snapshot(api.env);
    };
    const answer = await ask();
    expect(ended, 'it was asked outside').to.not.equal(undefined);
    expect(await snapshot(api.env), 'rows').to.deep.equal(ended);
    return answer;
  }

  /** By a token with `settings:write`, `webhooks:write` and `customers:write`. */
  const asking: Record<string, () => Promise<(token: string) => Promise<Answer>>> = {
    'a provider, about a payment account': async () => addAccount,
    'a provider, about another key of an account': async () => {
      const { id, secretKey } = await addStripeAccount(api, shop, stripe);
      const another = `${secretKey}_2`;
      stripe.rename(secretKey, another);
      return (token) => {
        stripe.before(outside);
        return send(token, 'PATCH', `/admin/v1/payment-accounts/${id}`, { secretKey: another });
      };
    },
    'name servers, about the URL of a subscription': async () => (token) =>
      send(token, 'POST', '/admin/v1/webhooks/subscriptions', subscription),
    'name servers, about another URL of a subscription': async () => {
      const { id } = (await shop.admin('POST', '/webhooks/subscriptions', subscription)).expect(201);
      const url = 'http://other.example/hook';
      return (token) => send(token, 'PATCH', `/admin/v1/webhooks/subscriptions/${id}`, { url });
    },
    'name servers, about where notifications go': async () => (token) =>
      send(token, 'PUT', '/admin/v1/settings/notifications', { slackUrl: 'https://hooks.example/T1' }),
    'name servers, about a host': async () => {
      const settings = { name: 'Tea', currency: 'EUR', storeHosts: [HOST] };
      (await shop.admin('PUT', '/settings', settings)).expect(200);
      return async (token) => {
        const verified = send(token, 'POST', `/admin/v1/settings/hosts/${HOST}/verify`);
        await until(() => names.questions.some((name) => name.endsWith(HOST)), 'the question for the host');
        await outside();
        names.answerAll();
        return verified;
      };
    },
    'a turn to hash the password of a customer': async () => (token) => {
      const body = { email: `${randomUUID()}@example.com`, password: PASSWORD };
      return send(token, 'POST', '/admin/v1/customers', body);
    },
  };
  for (const [what, prepare] of Object.entries(asking))
    it(`writes nothing when its key is revoked while it waits for ${what}`, async () => {
      const ask = await prepare();
      const key = await makeKey('settings:write', 'webhooks:write', 'customers:write');

      const answer = await askInVain(
        () => revoke(key),
        () => ask(key.key),
      );

      answer.refused('unauthenticated');
    });

  const ends: Record<
    string,
    [
      end: (operator: { id: string; refreshToken: string }) => Promise<Answer>,
      code: 'unauthenticated' | 'permission_missing',
    ]
  > = {
    'its operator is disabled': [
      ({ id }) => shop.admin('PATCH', `/users/${id}`, { disabled: true }),
      'unauthenticated',
    ],
    'its operator signs out': [
      ({ refreshToken }) => api.request('POST', '/admin/v1/auth/logout', { body: { refreshToken } }),
      'unauthenticated',
    ],
    'its operator gets a lesser role': [
      ({ id }) => shop.admin('PATCH', `/users/${id}`, { role: 'viewer' }),
      'permission_missing',
    ],
  };
  for (const [how, [end, code]] of Object.entries(ends))
    it(`writes nothing when ${how} while a provider is asked`, async () => {
      const operator = await addOperator(api, shop.store, 'owner');

      const answer = await askInVain(
        async () => expect((await end(operator)).status).to.be.below(300),
        () => addAccount(operator.accessToken),
      );

      answer.refused(code);
    });

  it('keeps the password of a customer who signs out while a new one is hashed', async () => {
    const { token } = await shop.store.customer();
    const body = { currentPassword: PASSWORD, newPassword: 'another long password' };

    const answer = await askInVain(
      async () => (await api.request('POST', '/store/v1/customers/logout', { token })).expect(204),
      () => send(token, 'POST', '/store/v1/customers/me/password', body),
    );

    answer.refused('unauthenticated');
  });

  it('is done with a request that was permitted until its end', async () => {
    const key = await makeKey('settings:write');
    meanwhile = async () => {};

    const { id } = (await addAccount(key.key)).expect(201);

    expect(await shop.store.admin.db.paymentAccount.count({ where: { id } })).to.equal(1);
  });

  it('records what it had decided before: a capture counts that a provider makes meanwhile', async () => {
    const settings = { name: 'Tea House', currency: 'EUR', captureLater: true };
    (await shop.admin('PUT', '/settings', settings)).expect(200);
    const { id: variantId } = await shop.variant({ priceAmount: 1190 });
    const { order, payment } = (await shop.checkOut(await shop.fullCart({ [variantId]: 1 }))).expect(201);
    const account = stripe.account(STRIPE_KEY);
    account.pay(payment.providerPaymentId);
    for (const event of account.events.splice(0)) (await createProvider(api)(event)).expect(200);
    const key = await makeKey('orders:write');
    meanwhile = () => revoke(key);
    stripe.before(outside);

    const captured = await send(key.key, 'POST', `/admin/v1/payments/${payment.id}/capture`, {});

    expect(captured.expect(200)).to.include({ status: 'succeeded', capturedAmount: 1190 });
    expect(await shop.getOrder(order.id)).to.include({ status: 'paid', paymentStatus: 'paid' });
    (await send(key.key, 'POST', `/admin/v1/payments/${payment.id}/capture`, {})).refused('unauthenticated');
  });
});
