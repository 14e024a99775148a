import { randomUUID } from 'node:crypto';
import { PERMISSIONS, type Permission } from '@service/contract';
import { expect } from 'chai';
import { useApi, useStore } from '../../harness.ts';
import { snapshot } from '../../table-snapshot.ts';

/** The specification, section Authentication; `webhooks:*` is all that a listener or a portal needs. */
const OPERATIONS = [
  ['GET', '/subscriptions', 'settings:read'],
  ['GET', '/deliveries', 'settings:read'],
  ['POST', '/subscriptions', 'settings:write'],
  ['DELETE', `/subscriptions/${randomUUID()}`, 'settings:write'],
  ['POST', `/deliveries/${randomUUID()}/retry`, 'settings:write'],
] as const;

const narrowOf = (permission: Permission) => permission.replace('settings', 'webhooks') as Permission;

describe('the permissions of /admin/v1/webhooks', () => {
  const api = useApi();
  const store = useStore(api);

  for (const [method, path, permission] of OPERATIONS) {
    const call = (token: string) => api.request(method, `/admin/v1/webhooks${path}`, { token });

    it(`${method} ${path.replace(/[0-9a-f-]{36}/, ':id')} needs ${permission}, which no other replaces`, async () => {
      const before = await snapshot(api.env);
      const others = PERMISSIONS.filter((each) => each !== permission && each !== narrowOf(permission));

      const answer = await call(store.token(others));

      expect(answer.refused('permission_missing').detail).to.include(permission);
      expect(await snapshot(api.env)).to.deep.equal(before);
    });

    for (const enough of [permission, narrowOf(permission)])
      it(`${method} ${path.replace(/[0-9a-f-]{36}/, ':id')} is content with ${enough} alone`, async () => {
        const answer = await call(store.token([enough]));

        expect(answer.status, JSON.stringify(answer.body)).to.not.be.oneOf([401, 403]);
      });
  }

  it('webhooks:write opens no other settings, and can be granted only by its holders', async () => {
    const before = await snapshot(api.env);
    const token = store.token(['webhooks:read', 'webhooks:write', 'users:write']);

    (await api.request('GET', '/admin/v1/settings', { token })).refused('permission_missing');
    const body = { name: 'Too much', permissions: ['settings:write'] };
    (await api.request('POST', '/admin/v1/api-keys', { token, body })).refused('permission_missing');

    expect(await snapshot(api.env)).to.deep.equal(before);
  });

  it('settings:write gives a program webhooks:write alone', async () => {
    const token = store.token(['settings:write', 'users:write']);
    const body = { name: 'Listener', permissions: ['webhooks:write'] };
    const made = await api.request('POST', '/admin/v1/api-keys', { token, body });

    expect(made.status, JSON.stringify(made.body)).to.equal(201);
    const gone = `/admin/v1/webhooks/subscriptions/${randomUUID()}`;
    (await api.request('DELETE', gone, { token: made.body.key })).refused('not_found');
  });
});
