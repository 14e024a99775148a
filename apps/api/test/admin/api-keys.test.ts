import { MINUTE_MS } from '@service/jobs/primitives';
import { createClock, createStore } from '@service/testing';
import { expect } from 'chai';
import { useApi, useStoreOfEach } from '../harness.ts';

describe('API keys', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const store = useStoreOfEach(api);

  const create = (permissions: string[], token = store.token()) =>
    api.request('POST', '/admin/v1/api-keys', { token, body: { name: 'Warehouse', permissions } });
  const subscriptions = (token: string) => api.request('GET', '/admin/v1/webhooks/subscriptions', { token });
  const listed = async () => (await api.request('GET', '/admin/v1/api-keys', { token: store.token() })).body;

  it('shows the key once, stores its hash, and takes it as a bearer token', async () => {
    const { status, body } = await create(['settings:read']);

    expect(status, JSON.stringify(body)).to.equal(201);
    expect(body.key).to.match(/^sk_[\w-]{43}$/);
    expect(body.key.startsWith(body.prefix)).to.equal(true);
    expect((await subscriptions(body.key)).status).to.equal(200);
    expect(JSON.stringify(await listed())).not.to.contain(body.key);
    const row = await api.env.system.db.apiKey.findFirstOrThrow({ where: { id: body.id } });
    expect(Buffer.from(row.keyHash).toString()).not.to.contain(body.key);
  });

  it('has the permissions it was made with and no others', async () => {
    const { body } = await create(['settings:read']);

    const refused = await api.request('POST', '/admin/v1/products', {
      token: body.key,
      body: { title: 'Tea' },
    });
    const me = await api.request('GET', '/admin/v1/auth/me', { token: body.key });

    expect([refused.status, refused.body.code]).to.eql([403, 'permission_missing']);
    expect(me.body).to.include({ id: body.id, tenantId: store.tenantId, email: null });
    expect(me.body.permissions).to.eql(['settings:read']);
    expect(await store.admin.db.product.count()).to.equal(0);
  });

  it('refuses permissions that the maker does not have', async () => {
    const { status, body } = await create(['orders:read', 'users:write'], store.token(['users:write']));

    expect([status, body.code]).to.eql([403, 'permission_missing']);
    expect(body.detail).to.contain('orders:read').and.not.contain('users:write');
    expect((await listed()).total).to.equal(0);
  });

  it('cannot make a key that may do more than itself', async () => {
    const { body: first } = await create(['users:write']);

    const second = await create(['users:write', 'catalog:write'], first.key);

    expect(second.status).to.equal(403);
    expect((await create(['users:write'], first.key)).body.createdBy).to.equal(`api-key:${first.id}`);
  });

  it('ends at once when it is revoked, and stays listed', async () => {
    const { body } = await create(['settings:read']);

    const revoked = await api.request('DELETE', `/admin/v1/api-keys/${body.id}`, { token: store.token() });
    const again = await api.request('DELETE', `/admin/v1/api-keys/${body.id}`, { token: store.token() });

    expect([revoked.status, again.status]).to.eql([204, 204]);
    expect((await subscriptions(body.key)).status).to.equal(401);
    const { items } = await listed();
    expect(items[0]).to.include({ id: body.id, revokedAt: clock.now().toISOString() });
  });

  it('remembers its last use, to the minute', async () => {
    const { body } = await create(['settings:read']);
    const lastUsedAt = async () => (await listed()).items[0].lastUsedAt;
    expect(await lastUsedAt()).to.equal(null);

    const first = clock.now().toISOString();
    await subscriptions(body.key);
    clock.advance(MINUTE_MS - 1);
    await subscriptions(body.key);
    const withinTheMinute = await lastUsedAt();
    clock.advance(1);
    await subscriptions(body.key);

    expect(withinTheMinute).to.equal(first);
    expect(await lastUsedAt()).to.equal(clock.now().toISOString());
  });

  it('refuses an unknown key, and the key of another store for this one', async () => {
    const other = await createStore(api.env.system);
    const { body } = await create(['users:write'], other.token());
    const { body: own } = await create(['settings:read']);

    const unknown = await subscriptions('sk_unknown');
    const foreign = await api.request('DELETE', `/admin/v1/api-keys/${own.id}`, { token: body.key });

    expect([unknown.status, unknown.body.code]).to.eql([401, 'unauthenticated']);
    expect(foreign.status).to.equal(404);
    expect((await subscriptions(own.key)).status).to.equal(200);
  });

  for (const permissions of [[], ['root:all'], ['settings:read', 'settings:read'], 'settings:read'])
    it(`refuses permissions ${JSON.stringify(permissions)}`, async () => {
      const { status, body } = await create(permissions as string[]);

      expect([status, body.code]).to.eql([400, 'validation_failed']);
    });
});
