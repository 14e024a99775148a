import { webhooks } from '@service/core';
import { createClock, createStore } from '@service/testing';
import { expect } from 'chai';
import { useApi, useStore } from '../../../harness.ts';
import { snapshot } from '../../../table-snapshot.ts';
import { recordedDelivery } from './recorded-delivery.ts';

describe('POST /admin/v1/webhooks/deliveries/:id/redeliver', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const store = useStore(api);
  let subscriptionId: string;

  before(async () => {
    ({ id: subscriptionId } = await webhooks.createSubscription(store.admin, {
      url: 'http://127.0.0.1:1/hook',
      events: ['order.paid'],
    }));
  });

  const redeliver = (id: string, of = store) =>
    api.request('POST', `/admin/v1/webhooks/deliveries/${id}/redeliver`, {
      token: of.token(['webhooks:write']),
    });
  const rowOf = (id: string) => api.env.database.system.webhookDelivery.findFirstOrThrow({ where: { id } });

  for (const [status, attempts] of [
    ['delivered', 1],
    ['exhausted', 7],
  ] as const) {
    it(`makes a ${status} delivery due under the same id, and keeps who asked`, async () => {
      const id = await recordedDelivery(store, { subscriptionId, status, attempts });
      const control = await recordedDelivery(store, { subscriptionId, status, attempts });
      const [before, untouched] = [await rowOf(id), await rowOf(control)];
      clock.advance(1000);

      expect((await redeliver(id)).expect(200)).to.deep.equal({ redelivered: true });

      expect(await rowOf(id)).to.deep.equal({ ...before, status: 'pending', nextRetryAt: clock.now() });
      expect(await rowOf(control)).to.deep.equal(untouched);
      expect(api.env.enqueued.at(-1)).to.equal(id);
      const { resends } = await webhooks.getDelivery(store.admin, id);
      expect(resends).to.have.length(1);
      expect(resends[0]).to.include({ requestedAt: clock.now().toISOString(), recoveryId: null });
      expect(resends[0]?.requestedBy).to.match(/^admin:/);
    });
  }

  it('shows a subscriber that the store asked, but not which operator', async () => {
    const id = await recordedDelivery(store, { subscriptionId, status: 'delivered', attempts: 1 });
    (await redeliver(id)).expect(200);
    const { url } = (
      await api.request('POST', '/admin/v1/webhooks/portal-sessions', {
        token: store.token(['webhooks:write']),
        body: { subscriptionIds: [subscriptionId], capabilities: ['view', 'retry'], expiresIn: 3600 },
      })
    ).expect(201);
    const token = new URL(url).hash.replace('#token=', '');
    const path = `/admin/v1/webhooks/deliveries/${id}`;
    (await api.request('POST', `${path}/redeliver`, { token })).expect(200);

    const { resends } = (await api.request('GET', path, { token })).expect(200);
    const names = resends.map(({ requestedBy }: { requestedBy: string }) => requestedBy.split(':')[0]);
    expect(names).to.have.members(['admin', 'portal']);
    expect(resends.map(({ requestedBy }: { requestedBy: string }) => requestedBy)).to.include('admin');
  });

  it('returns 404 to another store, and writes nothing', async () => {
    const other = await createStore(api.env.system);
    const id = await recordedDelivery(store, { subscriptionId, status: 'delivered', attempts: 1 });
    const before = await snapshot(api.env);

    (await redeliver(id, other)).refused('not_found');

    expect(await snapshot(api.env)).to.deep.equal(before);
  });
});
