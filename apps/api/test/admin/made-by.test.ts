import { randomUUID } from 'node:crypto';
import { PERMISSIONS, type Role } from '@service/contract';
import { access, inTransaction } from '@service/core';
import { openTestEnv, signAdminToken, untilWaitedFor } from '@service/testing';
import { expect } from 'chai';
import { useApi, useStoreOfEach } from '../harness.ts';
import { addOperator, ownerToken } from './operators.ts';

describe('what an operator or a key has made', () => {
  const api = useApi();
  const store = useStoreOfEach(api);

  const createKey = async (token: string, permissions: string[]) =>
    (
      await api.request('POST', '/admin/v1/api-keys', { token, body: { name: 'Warehouse', permissions } })
    ).expect(201);
  const revoke = (id: string, token: string) => api.request('DELETE', `/admin/v1/api-keys/${id}`, { token });
  const invite = (token: string, role: Role, email = `${randomUUID()}@example.com`) =>
    api.request('POST', '/admin/v1/users', { token, body: { email, role } });
  const withdraw = (id: string, token: string) =>
    api.request('DELETE', `/admin/v1/invitations/${id}`, { token });
  const statusOf = async (token: string) => (await api.request('GET', '/admin/v1/auth/me', { token })).status;
  const openInvitations = async () =>
    (await api.request('GET', '/admin/v1/invitations', { token: store.token() })).body.items.map(
      ({ id }: { id: string }) => id,
    );
  const disable = (id: string) =>
    api.request('PATCH', `/admin/v1/users/${id}`, { token: store.token(), body: { disabled: true } });

  it('does not outlive the operator who is disabled: keys, keys of keys, invitations', async () => {
    const operator = await addOperator(api, store, 'owner');
    const first = await createKey(operator.accessToken, ['users:write']);
    const second = await createKey(first.key, ['users:write']);
    const third = await createKey(second.key, ['users:write']);
    await revoke(second.id, store.token());
    const fourth = await createKey(first.key, ['users:write']);
    const fifth = await createKey(fourth.key, ['users:write']);
    const other = await createKey(store.token(), ['users:write']);
    const kept = (await invite(store.token(), 'viewer')).body.id;
    await invite(operator.accessToken, 'manager');

    expect((await disable(operator.id)).status).to.equal(200);

    for (const { key } of [first, second, third, fourth, fifth]) expect(await statusOf(key)).to.equal(401);
    expect(await statusOf(other.key)).to.equal(200);
    expect(await openInvitations()).to.eql([kept]);
    const records = await store.admin.db.auditRecord.findMany({
      where: { action: { in: ['api_key.revoked', 'user.invitation_withdrawn'] } },
    });
    expect(records.map(({ action }) => action).sort()).to.eql([
      ...Array(5).fill('api_key.revoked'),
      'user.invitation_withdrawn',
    ]);
  });

  it('does not outlive the key that is revoked', async () => {
    const first = await createKey(store.token(), ['users:write', 'settings:read']);
    const second = await createKey(first.key, ['settings:read']);

    expect((await revoke(first.id, store.token())).status).to.equal(204);

    expect(await statusOf(second.key)).to.equal(401);
  });

  it('ends also when it is made while the operator is being disabled', async () => {
    const operator = await addOperator(api, store, 'owner');

    const [answers] = await Promise.all([
      Promise.all(
        Array.from({ length: 8 }, () =>
          api.request('POST', '/admin/v1/api-keys', {
            token: operator.accessToken,
            body: { name: 'Warehouse', permissions: ['users:write'] },
          }),
        ),
      ),
      disable(operator.id),
    ]);

    for (const { body } of answers.filter((answer) => answer.status === 201))
      expect(await statusOf(body.key)).to.equal(401);
    const working = await store.admin.db.apiKey.count({ where: { revokedAt: null } });
    expect(working).to.equal(0);
  });

  it('ends even when it isn’t committed yet: disabling its operator waits for it', async () => {
    const operator = await addOperator(api, store, 'owner');
    const maker = await openTestEnv();
    const principal = { kind: 'admin', id: operator.id, permissions: PERMISSIONS } as const;
    const ctx = maker.system.forTenant(store.tenantId, principal);

    const { key, answer } = await inTransaction(ctx, async (tx) => {
      const made = await access.createApiKey(tx, { name: 'Warehouse', permissions: ['users:write'] });
      const disabling = disable(operator.id);
      await untilWaitedFor(tx, api.env.system, 'the request');
      return { key: made.key, answer: disabling };
    });

    expect((await answer).status).to.equal(200);
    expect(await statusOf(key)).to.equal(401);
    await maker.close();
  });

  it('is not ended by an operator with fewer permissions', async () => {
    const owner = await ownerToken(api, store);
    const key = await createKey(owner, ['users:write', 'orders:write']);
    const invitation = (await invite(owner, 'owner', 'ada@example.com')).body.id;
    const before = await store.admin.db.adminInvitation.findMany();
    const ofViewers = ['settings:read', 'catalog:read', 'customers:read', 'orders:read'];
    const little = (await createKey(owner, ['users:write', ...ofViewers])).key;

    const answers = [
      await revoke(key.id, little),
      await withdraw(invitation, little),
      await invite(little, 'viewer', 'ada@example.com'),
    ];

    for (const { status, body } of answers) expect([status, body.code]).to.eql([403, 'permission_missing']);
    expect(await statusOf(key.key)).to.equal(200);
    expect(await store.admin.db.adminInvitation.findMany()).to.deep.equal(before);
  });

  it('may be an invitation by a subject whose issuer gives no UUIDs', async () => {
    const token = signAdminToken({
      sub: 'auth0|5f7c8ec7c33c6c004bbafe82',
      tenantId: store.tenantId,
      permissions: (await api.request('GET', '/admin/v1/auth/me', { token: store.token() })).body.permissions,
    });

    const answer = await invite(token, 'viewer');

    expect(answer.status, JSON.stringify(answer.body)).to.equal(202);
    expect(await openInvitations()).to.eql([answer.body.id]);
  });
});
