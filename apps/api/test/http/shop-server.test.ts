import { access } from '@service/core';
import { createStore, type TestStore } from '@service/testing';
import { expect } from 'chai';
import { startApi, type TestApi } from '../harness.ts';
import { snapshot } from '../table-snapshot.ts';

const LOGIN = '/store/v1/customers/login';

describe('the server of a shop that asks for its visitors', () => {
  let api: TestApi;
  let store: TestStore;
  let serverKey: string;

  // Anew for each test: attempts are counted in the process.
  beforeEach(async () => {
    api = await startApi();
    store = await createStore(api.env.system);
    serverKey = await keyOf(store);
  });
  afterEach(() => api.close());

  const keyOf = async ({ admin }: TestStore) =>
    (await access.createApiKey(admin, { name: 'Shop', permissions: ['catalog:read'] })).key;

  const logIn = (visitor: number, headers: Record<string, string> = { 'X-Server-Key': serverKey }) =>
    api.request('POST', LOGIN, {
      body: { email: `visitor-${visitor}@example.com`, password: 'not the password' },
      headers: {
        'X-Publishable-Key': store.publishableKey,
        'X-Client-Address': `198.51.100.${visitor % 250}`,
        ...headers,
      },
    });

  it('has each visitor limited by their own address', async () => {
    for (let visitor = 0; visitor < 60; visitor += 1) (await logIn(visitor)).refused('invalid_credentials');
  });

  it('is not believed without a key of the store: the address that asks is counted', async () => {
    const codes: string[] = [];
    for (let visitor = 0; visitor < 60; visitor += 1) codes.push((await logIn(visitor, {})).body.code);
    expect(codes).to.include('too_many_requests');

    const other = await keyOf(await createStore(api.env.system));
    const before = await snapshot(api.env);
    for (const key of ['sk_unknown', other])
      (await logIn(1, { 'X-Server-Key': key })).refused('unauthenticated');
    (await logIn(1, { 'X-Server-Key': serverKey, 'X-Client-Address': 'localhost' })).refused(
      'validation_failed',
    );
    const { api_keys: _, ...after } = await snapshot(api.env);
    expect(before).to.deep.include(after);
  });
});
