import { randomUUID } from 'node:crypto';
import { orders, tenants, webhooks } from '@service/core';
import { createStore, paymentSucceeded, type TestStore } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../harness.ts';
import { snapshot } from '../table-snapshot.ts';
import { createProvider } from '../webhooks/payment/callback.ts';

describe('a suspended store', () => {
  const api = useApi({ settings: { keepSuspensionsMs: 0 } });
  let store: TestStore;
  let other: TestStore;

  before(async () => {
    [store, other] = [await createStore(api.env.system), await createStore(api.env.system)];
  });

  const deployment = ({ tenantId }: TestStore) => api.env.system.forTenant(tenantId, { kind: 'cli' });
  const newCart = ({ publishableKey }: TestStore) =>
    api.request('POST', '/store/v1/carts', { key: publishableKey, body: {} });

  async function tokenOf(kind: string): Promise<string> {
    const { tokenSealed } = await store.admin.db.mail.findFirstOrThrow({ where: { kind } });
    return api.env.services.sealer.open(tokenSealed ?? expect.fail('no token'));
  }

  it('refuses operators, keys, guests and customers alike, writes nothing, and stops no other', async () => {
    const token = store.token();
    const { key } = (
      await api.request('POST', '/admin/v1/api-keys', {
        token,
        body: { name: 'ERP', permissions: ['catalog:read'] },
      })
    ).expect(201);
    const customer = await store.customer();
    await api.request('GET', '/admin/v1/products', { token: key });
    const body = { email: `${randomUUID()}@example.com`, role: 'viewer' };
    (await api.request('POST', '/admin/v1/users', { token, body })).expect(202);
    await tenants.suspendTenant(deployment(store));
    const before = await snapshot(api.env);

    const login = { email: store.adminEmail, password: store.adminPassword };
    const answers = [
      await api.request('POST', '/admin/v1/products', { token, body: { title: 'Tea' } }),
      await api.request('GET', '/admin/v1/products', { token: key }),
      await api.request('GET', '/setup/v1/compliance', { token }),
      await newCart(store),
      await api.request('GET', '/store/v1/customers/me', { token: customer.token }),
      await api.request('POST', '/admin/v1/auth/login', { body: login }),
      await api.request('POST', '/admin/v1/auth/accept-invitation', {
        body: { token: await tokenOf('invitation'), password: 'a long enough password' },
      }),
      await api.request('POST', '/store/v1/customers/verify', {
        body: { token: await tokenOf('verification') },
      }),
    ];

    for (const answer of answers) {
      answer.refused('store_suspended');
      expect(answer.status).to.equal(403);
    }
    expect(await snapshot(api.env)).to.deep.equal(before);
    (await newCart(other)).expect(201);
    (await api.request('GET', '/admin/v1/products', { token: other.token() })).expect(200);
    const wrong = { ...login, password: 'a wrong password' };
    (await api.request('POST', '/admin/v1/auth/login', { body: wrong })).refused('invalid_credentials');
  });

  it('still records what the payment provider reports, with the event of the paid order', async () => {
    const orderId = await other.order();
    await webhooks.createSubscription(other.admin, {
      url: 'http://127.0.0.1:1/hook',
      events: ['order.paid'],
    });
    await tenants.suspendTenant(deployment(other));

    (await createProvider(api)(paymentSucceeded(orderId))).expect(200);

    expect((await orders.getOrder(other.admin, orderId)).status).to.equal('paid');
    expect(await other.admin.db.webhookDelivery.count({ where: { status: 'pending' } })).to.equal(1);
  });

  it('is open again when it is resumed, and both are in its audit log', async () => {
    expect(await tenants.suspendTenant(deployment(store))).to.equal('unchanged');
    expect(await tenants.resumeTenant(deployment(store))).to.equal('changed');
    expect(await tenants.resumeTenant(deployment(store))).to.equal('unchanged');

    (await newCart(store)).expect(201);
    const audit = await api.request('GET', '/admin/v1/audit', { token: store.token() });
    const actions = audit
      .expect(200)
      .items.map(({ actor, action }: Record<string, string>) => [actor, action]);
    expect(actions.slice(0, 2)).to.deep.equal([
      ['cli', 'tenant.resumed'],
      ['cli', 'tenant.suspended'],
    ]);
  });
});
