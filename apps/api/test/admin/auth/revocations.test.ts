import { randomUUID } from 'node:crypto';
import { access } from '@service/core';
import { createStore, queryAsOwner, type TestStore, until } from '@service/testing';
import { expect } from 'chai';
import { startApi, type TestApi } from '../../harness.ts';
import { addOperator, type Operator, PASSWORD, replaceInvitationToken } from '../operators.ts';
import { createHolder, type Holder, KINDS, type Kind } from './revocation-scene.ts';

const OF_LOGINS: readonly Kind[] = ['access token', 'refresh token', 'console session', 'link'];

interface Way {
  what: string;
  /** What can write no more, afterwards. Everything else goes on. */
  ends: readonly Kind[];
  revoke(scene: { api: TestApi; store: TestStore; holder: Holder }): Promise<unknown>;
}

const byOwner = ({ api, store, holder }: Parameters<Way['revoke']>[0], change: object) =>
  api.request('PATCH', `/admin/v1/users/${holder.operator.id}`, { token: store.token(), body: change });
const byHolder = (
  { api, holder }: Parameters<Way['revoke']>[0],
  method: string,
  path: string,
  body?: object,
) =>
  api.request(method, `/admin/v1/auth/${path}`, {
    token: holder.operator.accessToken,
    ...(body ? { body } : {}),
  });

const WAYS: Way[] = [
  {
    what: 'a changed password',
    ends: OF_LOGINS,
    revoke: (scene) =>
      byHolder(scene, 'POST', 'password', {
        currentPassword: PASSWORD,
        newPassword: 'another long password',
      }),
  },
  {
    what: 'a password that the deployment replaces',
    ends: OF_LOGINS,
    revoke: ({ api, holder }) => access.replacePassword(api.env.system, holder.operator.email),
  },
  {
    what: 'a reset of the password',
    ends: OF_LOGINS,
    revoke: async ({ api, holder }) =>
      api.request('POST', '/admin/v1/auth/reset', {
        body: { token: await holder.openReset(), newPassword: 'another long password' },
      }),
  },
  {
    what: 'ending all sessions',
    ends: OF_LOGINS,
    revoke: (scene) => byHolder(scene, 'POST', 'sessions/end-all'),
  },
  {
    what: 'ending one session',
    ends: ['access token', 'refresh token'],
    revoke: (scene) => byHolder(scene, 'DELETE', `sessions/${scene.holder.loginId}`),
  },
  {
    what: 'a logout',
    ends: ['access token', 'refresh token'],
    revoke: ({ api, holder }) =>
      api.request('POST', '/admin/v1/auth/logout', { body: { refreshToken: holder.operator.refreshToken } }),
  },
  {
    what: 'a reset of the second factor',
    ends: OF_LOGINS,
    revoke: ({ api, store, holder }) =>
      api.request('POST', `/admin/v1/users/${holder.operator.id}/reset-second-factor`, {
        token: store.token(),
      }),
  },
  { what: 'a disabled operator', ends: KINDS, revoke: (scene) => byOwner(scene, { disabled: true }) },
  { what: 'another role', ends: KINDS, revoke: (scene) => byOwner(scene, { role: 'viewer' }) },
];

describe('what was revoked', () => {
  let api: TestApi;
  let store: TestStore;

  // Anew for each test, because invitations of one address are throttled.
  beforeEach(async () => {
    api = await startApi();
    store = await createStore(api.env.system);
  });
  afterEach(() => api.close());

  for (const { what, ends, revoke } of WAYS) {
    it(`cannot be used after ${what}`, async () => {
      const [holder, other] = [await createHolder(api, store), await createHolder(api, store)];

      await revoke({ api, store, holder });

      const works: Kind[] = [];
      for (const kind of KINDS) if (await holder.canWrite(kind)) works.push(kind);
      expect(works).to.deep.equal(KINDS.filter((kind) => !ends.includes(kind)));
      for (const kind of KINDS)
        expect(await other.canWrite(kind), `another operator’s ${kind}`).to.equal(true);
    });

    it(`cannot be renewed while ${what} is under way`, async () => {
      for (let round = 0; round < 2; round += 1) {
        const holder = await createHolder(api, store);

        const [taken] = await Promise.all([holder.renewEverything(ends), revoke({ api, store, holder })]);

        for (const { kind, credential } of taken)
          expect(await holder.canWriteWith(kind, credential), `${kind} in round ${round}`).to.equal(false);
      }
    });
  }

  describe('from an operator who is demoted', () => {
    let owner: Operator;
    const demote = (role: string) =>
      api.request('PATCH', `/admin/v1/users/${owner.id}`, { token: store.token(), body: { role } });
    const permissionsOf = async (token: string) =>
      (await api.request('GET', '/admin/v1/auth/me', { token })).body.permissions;
    const makeKey = async (token: string, permissions: string[]) =>
      (await api.request('POST', '/admin/v1/api-keys', { token, body: { name: 'T', permissions } })).expect(
        201,
      ).key as string;

    beforeEach(async () => {
      owner = await addOperator(api, store, 'owner');
    });

    it('is a part of the permissions of keys, and of keys of keys', async () => {
      const first = await makeKey(owner.accessToken, ['users:write', 'orders:read', 'orders:write']);
      const second = await makeKey(first, ['orders:write', 'users:write']);
      const third = await makeKey(second, ['users:write']);
      const other = await makeKey(store.token(), ['users:write']);

      (await demote('manager')).expect(200);

      expect(await permissionsOf(first)).to.deep.equal(['orders:read', 'orders:write']);
      expect(await permissionsOf(second)).to.deep.equal(['orders:write']);
      (await api.request('GET', '/admin/v1/auth/me', { token: third })).refused('unauthenticated');
      expect(await permissionsOf(other)).to.deep.equal(['users:write']);
      const actions = await store.admin.db.auditRecord.findMany({ where: { subjectType: 'api_key' } });
      expect(
        actions
          .map(({ action }) => action)
          .filter((each) => each !== 'api_key.created')
          .sort(),
      ).to.deep.equal(['api_key.permissions_reduced', 'api_key.permissions_reduced', 'api_key.revoked']);
    });

    it('is a role that the operator gives back to themself while it is being taken away', async () => {
      const path = `/admin/v1/users/${owner.id}`;
      for (const [taken, body] of [
        [{ role: 'viewer' }, { role: 'owner' }],
        [{ disabledAt: new Date() }, { disabled: false }],
      ] as const) {
        const restoring = await api.env.database.system.transaction(async (tx) => {
          await tx.sql`SELECT id FROM admin_users WHERE tenant_id = ${store.tenantId}::uuid FOR UPDATE`;
          const [{ pid }] = await tx.sql<[{ pid: number }]>`SELECT pg_backend_pid() AS pid`;
          const answer = api.request('PATCH', path, { token: owner.accessToken, body });
          await until(async () => {
            const [row] = await queryAsOwner<{ count: number }>(
              `SELECT count(*)::int FROM pg_stat_activity WHERE ${pid} = ANY (pg_blocking_pids(pid))`,
            );
            return row?.count === 1;
          }, 'the request of the operator to wait');
          await tx.adminUser.updateMany({ where: { id: owner.id }, data: taken });
          return { answer };
        });

        expect((await restoring.answer).status, JSON.stringify(body)).to.be.oneOf([401, 403]);
        const after = await store.admin.db.adminUser.findFirstOrThrow({ where: { id: owner.id } });
        expect(after).to.deep.include(taken);
        await store.admin.db.adminUser.updateMany({ where: { id: owner.id }, data: { role: 'owner' } });
      }
    });

    it('is an invitation that is being accepted: it is checked again', async () => {
      const email = `${randomUUID()}@example.com`;
      const body = { email, role: 'owner' };
      const invited = await api.request('POST', '/admin/v1/users', { token: owner.accessToken, body });
      const token = await replaceInvitationToken(api, invited.body.id);
      // As if it had been written while the role was changed.
      await store.admin.db.adminUser.updateMany({ where: { id: owner.id }, data: { role: 'viewer' } });

      const answer = await api.request('POST', '/admin/v1/auth/accept-invitation', {
        body: { token, password: PASSWORD },
      });

      answer.refused('token_invalid');
      expect(await store.admin.db.adminUser.count({ where: { email } })).to.equal(0);
    });

    it('keeps what the new role may do too', async () => {
      const key = await makeKey(owner.accessToken, ['catalog:read', 'orders:write']);

      (await demote('manager')).expect(200);

      expect(await permissionsOf(key)).to.deep.equal(['catalog:read', 'orders:write']);
    });
  });
});
