import { randomUUID } from 'node:crypto';
import { webhooks } from '@service/core';
import { removeDeleted } from '@service/delivery';
import { createClock, type TestStore } from '@service/testing';
import { expect } from 'chai';
import { useApi, useStoreOfEach } from '../../../harness.ts';
import { snapshot } from '../../../table-snapshot.ts';
import { recordedDelivery } from '../deliveries/recorded-delivery.ts';

const PATH = '/admin/v1/webhooks/subscriptions';

describe('/admin/v1/webhooks/subscriptions', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const store = useStoreOfEach(api);
  const other = useStoreOfEach(api);

  async function subscribe({ admin }: TestStore): Promise<string> {
    clock.advance(1000);
    const { id } = await webhooks.createSubscription(admin, {
      url: 'http://127.0.0.1:1/hook',
      events: ['order.paid'],
    });
    return id;
  }
  const list = async ({ token }: TestStore) =>
    (await api.request('GET', PATH, { token: token() })).expect(200);
  const remove = (id: string) => api.request('DELETE', `${PATH}/${id}`, { token: store.token() });

  describe('GET', () => {
    it('returns a bare array, newest first, without secrets', async () => {
      const [first, second] = [await subscribe(store), await subscribe(store)];

      const body = await list(store);

      expect(body.map(({ id }: { id: string }) => id)).to.deep.equal([second, first]);
      expect(Object.keys(body[0])).to.include.members(['id', 'url', 'events', 'active', 'createdAt']);
      expect(body[0].createdAt).to.equal(clock.now().toISOString());
    });

    it('shows those of the own store only', async () => {
      await subscribe(other);

      expect(await list(store)).to.deep.equal([]);
    });
  });

  describe('DELETE', () => {
    it('removes the subscription with its log and its ledger, and nothing of another', async () => {
      const [gone, kept, foreign] = [await subscribe(store), await subscribe(store), await subscribe(other)];
      for (const subscriptionId of [gone, kept])
        await recordedDelivery(store, { subscriptionId, attempts: 2 });
      await recordedDelivery(other, { subscriptionId: foreign, attempts: 2 });
      const { system } = api.env.database;
      const counts = async (id: string) => [
        await system.webhookSubscription.count({ where: { id } }),
        await system.webhookDelivery.count({ where: { subscriptionId: id } }),
        await system.webhookAttempt.count({ where: { delivery: { subscriptionId: id } } }),
      ];
      const deliveries = await system.webhookDelivery.findMany({ where: { subscriptionId: gone } });

      (await remove(gone)).expect(204);

      await removeDeleted(api.env.system);
      expect(await counts(gone)).to.deep.equal([0, 0, 0]);
      // Both subscriptions got both events.
      expect(await counts(kept)).to.deep.equal([1, 2, 2]);
      expect(await counts(foreign)).to.deep.equal([1, 1, 2]);
      const ledger = { deliveryId: { in: deliveries.map(({ id }) => id) } };
      expect(await system.webhookAttempt.count({ where: ledger })).to.equal(0);
    });

    it('leaves nothing of it to be seen, though its long log is removed later', async () => {
      const [gone, kept] = [await subscribe(store), await subscribe(store)];
      const id = await recordedDelivery(store, { subscriptionId: gone, attempts: 2 });
      const { system } = api.env.database;
      const rows = () => system.webhookDelivery.count({ where: { subscriptionId: gone } });

      (await remove(gone)).expect(204);

      expect(await rows(), 'removed by the request itself').to.equal(1);
      const token = store.token();
      const call = (method: string, path: string, body?: object) =>
        api.request(method, `/admin/v1/webhooks/${path}`, { token, ...(body ? { body } : {}) });
      for (const path of ['', '/stats', '/gaps'])
        (await call('GET', `subscriptions/${gone}${path}`)).refused('not_found');
      (await call('PATCH', `subscriptions/${gone}`, { active: true })).refused('not_found');
      const stale = { token, headers: { 'If-Match': '"7"' }, body: { active: true } };
      (await api.request('PATCH', `/admin/v1/webhooks/subscriptions/${gone}`, stale)).refused('not_found');
      (await call('POST', `subscriptions/${gone}/test`, { event: 'order.paid' })).refused('not_found');
      (await call('POST', `subscriptions/${gone}/rotate-secret`, {})).refused('not_found');
      (await remove(gone)).refused('not_found');
      (await call('GET', `deliveries/${id}`)).refused('not_found');
      (await call('POST', `deliveries/${id}/retry`)).refused('not_found');
      expect((await call('GET', `deliveries?subscriptionId=${gone}`)).expect(200).items).to.deep.equal([]);
      const all = (await call('GET', 'deliveries')).expect(200).items;
      expect(all.map((each: { subscriptionId: string }) => each.subscriptionId)).to.deep.equal([kept]);
      expect((await list(store)).map((each: { id: string }) => each.id)).to.deep.equal([kept]);
      expect(await system.webhookDelivery.findFirst({ where: { id } })).to.include({ status: 'pending' });
    });

    it('returns 404 the second time', async () => {
      const id = await subscribe(store);

      (await remove(id)).expect(204);

      (await remove(id)).refused('not_found');
    });

    for (const [what, idOf] of Object.entries({
      'another tenant’s': () => subscribe(other),
      unknown: async () => randomUUID(),
    })) {
      it(`returns 404 for an id that is ${what}, and writes nothing`, async () => {
        const id = await idOf();
        const before = await snapshot(api.env);

        (await remove(id)).refused('not_found');

        expect(await snapshot(api.env)).to.deep.equal(before);
      });
    }
  });

  it('get no delivery from then on', async () => {
    const [gone, kept] = [await subscribe(store), await subscribe(store)];
    (await remove(gone)).expect(204);

    await recordedDelivery(store, { subscriptionId: kept });

    const rows = await store.admin.db.webhookDelivery.findMany();
    expect(rows.map(({ subscriptionId }) => subscriptionId)).to.deep.equal([kept]);
  });
});
