import { randomUUID } from 'node:crypto';
import { PERMISSIONS } from '@service/contract';
import { createStore, type TestStore } from '@service/testing';
import { expect } from 'chai';
import { startApi, type TestApi } from '../../harness.ts';
import { snapshot } from '../../table-snapshot.ts';

/** The specification, section Authentication. */
const OPERATIONS = [
  ['GET', '/subscriptions', 'settings:read'],
  ['GET', '/deliveries', 'settings:read'],
  ['POST', '/subscriptions', 'settings:write'],
  ['DELETE', `/subscriptions/${randomUUID()}`, 'settings:write'],
  ['POST', `/deliveries/${randomUUID()}/retry`, 'settings:write'],
] as const;

describe('the permissions of /admin/v1/webhooks', () => {
  let api: TestApi;
  let store: TestStore;

  before(async () => {
    api = await startApi();
    store = await createStore(api.env.system);
  });

  after(() => api.close());

  for (const [method, path, permission] of OPERATIONS) {
    const call = (token: string) => api.request(method, `/admin/v1/webhooks${path}`, { token });

    it(`${method} ${path.replace(/[0-9a-f-]{36}/, ':id')} needs ${permission}, and every other one doesn’t help`, async () => {
      const before = await snapshot(api.env);
      const others = PERMISSIONS.filter((each) => each !== permission);

      const answer = await call(store.token(others));

      expect(answer.refused('permission_missing').detail).to.include(permission);
      expect(await snapshot(api.env)).to.deep.equal(before);
    });

    it(`${method} ${path.replace(/[0-9a-f-]{36}/, ':id')} is content with ${permission} alone`, async () => {
      const answer = await call(store.token([permission]));

      expect(answer.status, JSON.stringify(answer.body)).to.not.be.oneOf([401, 403]);
    });
  }
});
