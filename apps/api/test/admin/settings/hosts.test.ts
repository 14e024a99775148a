import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { tenants } from '@service/core';
import { DAY_MS } from '@service/jobs/primitives';
import { createClock, startNameServer, type TestStore, useFixture } from '@service/testing';
import { expect } from 'chai';
import { useApi, useStoreOfEach } from '../../harness.ts';

describe('the hosts of a store', () => {
  const clock = createClock();
  const texts: Record<string, string[]> = {};
  const names = useFixture(() => startNameServer({ texts, silent: ['.silent.test'] }), {
    close: (server) => server.close(),
  });
  const api = useApi(() => ({
    settings: { nameServers: [names.address], ownHosts: ['api.commerce.example'] },
    now: clock.now,
  }));
  const store = useStoreOfEach(api);
  const other = useStoreOfEach(api);
  let host: string;
  beforeEach(() => {
    host = `${randomUUID()}.example`;
  });

  const claim = (of: TestStore, ...storeHosts: string[]) =>
    api.request('PUT', '/admin/v1/settings', {
      token: of.token(),
      body: { name: 'Tea', currency: 'EUR', storeHosts },
    });
  const verify = (of: TestStore, name = host) =>
    api.request('POST', `/admin/v1/settings/hosts/${name}/verify`, { token: of.token() });
  const publish = (...stores: TestStore[]) => {
    texts[`_commerce-service.${host}`] = [
      'v=spf1 -all',
      ...stores.map(({ tenantId }) => `store=${tenantId}`),
    ];
  };
  const proofOf = async (of: TestStore) =>
    (await api.request('GET', '/admin/v1/settings', { token: of.token() })).expect(200).hostProofs[0];
  const check = () => tenants.checkDueHosts(api.env.system, 100);

  /** `fetch` sets Host itself, so this asks as node does. Returns the id of the store that the host names. */
  async function named(): Promise<string | undefined> {
    const status = await new Promise((resolve) => {
      request(`${api.url}/store/v1/config`, { headers: { Host: host } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).end();
    });
    expect(status).to.be.oneOf([200, 401]);
    const row = await api.env.system.db.storeHost.findUnique({ where: { host } });
    expect(status === 200).to.equal(row !== null);
    return row?.tenantId;
  }

  it('name the store only once proven in DNS: a stranger’s claim costs no store its host', async () => {
    (await claim(other, host)).expect(200);
    (await claim(store, host.toUpperCase())).expect(200);
    expect(await named()).to.equal(undefined);
    (await verify(other)).refused('host_unproven');
    expect(await proofOf(store)).to.deep.include({
      host,
      status: 'pending',
      proof: null,
      record: { type: 'TXT', name: `_commerce-service.${host}`, value: `store=${store.tenantId}` },
    });

    publish(store);
    expect((await verify(store)).expect(200)).to.include({ status: 'proven', proof: 'dns' });

    expect(await named()).to.equal(store.tenantId);
    (await verify(other)).refused('host_unproven');
    (await claim(other)).expect(200);
    expect(await named()).to.equal(store.tenantId);
    (await claim(store, host)).expect(200);
    expect(await named(), 'its proof stays').to.equal(store.tenantId);
    (await claim(store)).expect(200);
    expect(await named()).to.equal(undefined);
  });

  it('go to another store with the record, and stay while both have one', async () => {
    await Promise.all([claim(store, host), claim(other, host)]);
    publish(store);
    (await verify(store)).expect(200);

    publish(store, other);
    (await verify(other)).refused('host_taken');
    expect(await named()).to.equal(store.tenantId);
    publish(other);
    (await verify(other)).expect(200);

    expect(await named()).to.equal(other.tenantId);
    expect(await proofOf(store)).to.include({ status: 'pending' });
    const notices = await api.request('GET', '/admin/v1/notifications', { token: store.token() });
    expect(notices.expect(200).items[0]).to.include({ kind: 'store_host.lost' });
  });

  it('are proven by one of two stores that verify at once', async () => {
    await Promise.all([claim(store, host), claim(other, host)]);
    publish(store, other);

    const answers = await Promise.all([verify(store), verify(other)]);

    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
    expect(await named()).to.equal(answers[0]?.status === 200 ? store.tenantId : other.tenantId);
  });

  it('are checked again by themselves: proven, or lost once their record is gone for days', async () => {
    (await claim(store, host)).expect(200);
    publish(store);
    await check();
    expect(await named()).to.equal(store.tenantId);

    texts[`_commerce-service.${host}`] = [];
    clock.advance(DAY_MS);
    await check();
    expect((await proofOf(store)).missingSince).to.equal(clock.now().toISOString());
    publish(store);
    clock.advance(2 * DAY_MS);
    await check();
    expect(await proofOf(store)).to.include({ status: 'proven', missingSince: null });

    texts[`_commerce-service.${host}`] = [];
    for (let day = 0; day < 5; day += 1) {
      clock.advance(DAY_MS);
      await check();
    }
    expect(await named()).to.equal(undefined);
    expect(await proofOf(store)).to.include({ status: 'pending', missingSince: null });
  });

  it('assigned by the deployment need no record, and belong to no other store', async () => {
    publish(other);
    (await claim(other, host)).expect(200);
    (await verify(other)).expect(200);

    expect(await tenants.assignStoreHost(store.admin, host)).to.equal(true);

    expect(await named()).to.equal(store.tenantId);
    expect(await proofOf(store)).to.include({ status: 'proven', proof: 'assigned' });
    (await verify(other)).refused('host_taken');
    clock.advance(10 * DAY_MS);
    await check();
    expect(await named()).to.equal(store.tenantId);
    const nobody = api.env.system.forTenant(randomUUID(), { kind: 'cli' });
    expect(await tenants.assignStoreHost(nobody, host)).to.equal(false);
    expect(await named()).to.equal(store.tenantId);
  });

  for (const name of ['203.0.113.7', 'localhost', 'shop.localhost', 'intranet', 'API.commerce.example'])
    it(`can’t be ${name}`, async () => {
      const { errors } = (await claim(store, `${randomUUID()}.example`, name)).refused('validation_failed');

      expect(errors?.map(({ path }: { path: string }) => path)).to.deep.equal(['/body/storeHosts/1']);
      expect(await proofOf(store)).to.equal(undefined);
    });

  it('are verified by the store that has them in its settings', async () => {
    publish(store);
    (await verify(store)).refused('not_found');
    expect(await named()).to.equal(undefined);
  });
});
