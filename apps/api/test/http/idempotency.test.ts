import { randomUUID } from 'node:crypto';
import { PERMISSIONS } from '@service/contract';
import { idempotency } from '@service/core';
import {
  createClock,
  freePort,
  openSilentWire,
  queryAsOwner,
  signAdminToken,
  startServiceProcess,
  TEST_SETTINGS,
  testDatabaseUrl,
  until,
} from '@service/testing';
import { expect } from 'chai';
import { createClient } from '../client.ts';
import { useApi, useStore } from '../harness.ts';

describe('an Idempotency-Key', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now, settings: { trustedProxies: ['loopback'] } });
  const store = useStore(api);

  const token = () =>
    signAdminToken({ sub: randomUUID(), tenantId: store.tenantId, permissions: PERMISSIONS });
  const createCustomer = (key: string, as: string, email: string) =>
    api.request('POST', '/admin/v1/customers', {
      token: as,
      body: { email, password: 'a long enough password' },
      headers: { 'Idempotency-Key': key },
    });

  it('belongs to the operator who sent it', async () => {
    const [key, email] = [randomUUID(), `${randomUUID()}@example.com`];
    const ada = token();

    const { id } = (await createCustomer(key, ada, email)).expect(201);
    (await createCustomer(key, token(), email)).refused('duplicate_email');

    expect((await createCustomer(key, ada, email)).expect(201).id).to.equal(id);
  });

  it('never shows a secret again, says so, and keeps neither it nor a password', async () => {
    const [as, headers] = [token(), { 'Idempotency-Key': randomUUID() }];
    const body = { url: 'http://127.0.0.1:1/hook', events: ['order.paid'] };
    const subscribe = () =>
      api.request('POST', '/admin/v1/webhooks/subscriptions', { token: as, body, headers });
    await createCustomer(randomUUID(), as, `${randomUUID()}@example.com`);

    const { secret } = (await subscribe()).expect(201);
    const replayed = await subscribe();
    const again = replayed.expect(201);

    expect(secret).to.match(/^whsec_/);
    expect(again).to.have.property('url', body.url);
    expect(again).not.to.have.property('secret');
    expect(replayed.headers.get('idempotent-replayed')).to.equal('true');
    expect(replayed.headers.get('idempotent-omitted')).to.equal('secret');
    expect(await store.admin.db.webhookSubscription.count()).to.equal(1);
    const kept = await queryAsOwner('SELECT * FROM idempotency_keys');
    expect(JSON.stringify(kept)).to.not.include(secret).and.not.include('long enough');
  });

  it('never shows a rotated secret or an API key again', async () => {
    const [as, headers] = [token(), { 'Idempotency-Key': randomUUID() }];
    const subscriptions = '/admin/v1/webhooks/subscriptions';
    const subscription = await api.request('POST', subscriptions, {
      token: as,
      body: { url: 'http://127.0.0.1:1/hook', events: ['order.paid'] },
    });
    const rotate = () =>
      api.request('POST', `${subscriptions}/${subscription.body.id}/rotate-secret`, {
        token: as,
        body: {},
        headers,
      });
    const body = { name: 'Warehouse', permissions: ['orders:read'] };
    const createKey = () => api.request('POST', '/admin/v1/api-keys', { token: as, body, headers });

    for (const [send, member] of [
      [rotate, 'secret'],
      [createKey, 'key'],
    ] as const) {
      const first = await send();
      const second = await send();

      const { [member]: secret, ...rest } = first.body;
      expect(secret).to.be.a('string');
      expect(second.body).to.deep.equal(rest);
      expect(second.headers.get('idempotent-omitted')).to.equal(member);
    }
    expect(await store.admin.db.apiKey.count()).to.equal(1);
  });

  it('is scoped by address for a guest', async () => {
    const startCart = (key: string, address: string) =>
      api.request('POST', '/store/v1/carts', {
        key: store.publishableKey,
        body: {},
        headers: { 'Idempotency-Key': key, 'X-Forwarded-For': address },
      });

    const { id } = (await startCart('1', '203.0.113.1')).expect(201);
    const stranger = (await startCart('1', '203.0.113.2')).expect(201);
    const again = (await startCart('1', '203.0.113.1')).expect(201);

    expect(again.id).to.equal(id);
    expect(stranger.id).to.not.equal(id);
  });

  it('returns what was done, also when the same request would be refused by now', async () => {
    const { token: session } = await store.customer();
    const headers = { 'Idempotency-Key': randomUUID() };
    const body = { currentPassword: 'a long enough password', newPassword: 'another long password' };
    const change = () =>
      api.request('POST', '/store/v1/customers/me/password', { token: session, body, headers });

    (await change()).expect(204);

    const again = await change();
    again.expect(204);
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
  });

  it('is forgotten after a day', async () => {
    const [key, as, email] = [randomUUID(), token(), `${randomUUID()}@example.com`];
    (await createCustomer(key, as, email)).expect(201);
    clock.advance(24 * 3600 * 1000 - 1);
    await idempotency.deleteOldKeys(api.env.system);
    (await createCustomer(key, as, email)).expect(201);

    clock.advance(2);
    // Also while nobody has deleted it yet.
    (await createCustomer(key, as, email)).refused('duplicate_email');
    await idempotency.deleteOldKeys(api.env.system);

    expect(await store.admin.db.idempotencyKey.count()).to.equal(0);
    (await createCustomer(key, as, email)).refused('duplicate_email');
  });

  it('returns the effect of a process that was killed before it could', async () => {
    const database = await openSilentWire(await testDatabaseUrl());
    const env = {
      ADMIN_JWT_SECRET: TEST_SETTINGS.adminJwtSecrets[0] ?? '',
      SECRETS_KEY: TEST_SETTINGS.secretsKeys[0] ?? '',
      LOG_LEVEL: 'silent',
      ...(process.env.TEST_REDIS_URL
        ? { REDIS_URL: process.env.TEST_REDIS_URL }
        : { QUEUE_BACKEND: 'postgres' }),
    };
    const start = async (url: string) => {
      const port = await freePort();
      const service = await startServiceProcess('api', { ...env, DATABASE_URL: url, PORT: String(port) });
      return { service, request: createClient(`http://127.0.0.1:${port}`) };
    };
    const as = token();
    const options = {
      token: as,
      body: { title: 'Darjeeling', slug: 'darjeeling' },
      headers: { 'Idempotency-Key': randomUUID() },
    };
    const first = await start(database.url);
    try {
      const committed = database.silenceAt('COMMIT', 'to-client', 'INSERT INTO products');

      const lost = first.request('POST', '/admin/v1/products', options).then(
        () => 'answered',
        () => 'lost',
      );
      await committed;
      await until(async () => (await store.admin.db.product.count()) === 1, 'the product');
      await first.service.kill();

      expect(await lost).to.equal('lost');
      const { service, request } = await start(await testDatabaseUrl());
      const repeated = await request('POST', '/admin/v1/products', options);
      await service.stop();
      repeated.expect(201);
      expect(repeated.headers.get('idempotent-replayed')).to.equal('true');
      const [product, ...more] = await store.admin.db.product.findMany();
      expect(repeated.body.id).to.equal(product?.id);
      expect(more).to.deep.equal([]);
    } finally {
      await first.service.kill();
      await database.close();
    }
  });
});
