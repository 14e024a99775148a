import { randomUUID } from 'node:crypto';
import { webhooks } from '@service/core';
import { createClock, createStore, type TestStore } from '@service/testing';
import { expect } from 'chai';
import { startApi, type TestApi } from '../../../harness.ts';
import { snapshot } from '../../../table-snapshot.ts';
import { recordedDelivery } from '../deliveries/recorded-delivery.ts';

const PATH = '/admin/v1/webhooks/subscriptions';

describe('/admin/v1/webhooks/subscriptions', () => {
  const clock = createClock();
  let api: TestApi;
  let store: TestStore;
  let other: TestStore;

  before(async () => {
    api = await startApi({ now: clock.now });
  });

  beforeEach(async () => {
    store = await createStore(api.platform.system);
    other = await createStore(api.platform.system);
  });

  after(() => api.close());

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
    it('answers a bare array, newest first, without secrets', async () => {
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
      const { system } = api.platform.database;
      const counts = async (id: string) => [
        await system.webhookSubscription.count({ where: { id } }),
        await system.webhookDelivery.count({ where: { subscriptionId: id } }),
        await system.webhookAttempt.count({ where: { delivery: { subscriptionId: id } } }),
      ];
      const deliveries = await system.webhookDelivery.findMany({ where: { subscriptionId: gone } });

      (await remove(gone)).expect(204);

      expect(await counts(gone)).to.deep.equal([0, 0, 0]);
      // Both subscriptions got both events.
      expect(await counts(kept)).to.deep.equal([1, 2, 2]);
      expect(await counts(foreign)).to.deep.equal([1, 1, 2]);
      const ledger = { deliveryId: { in: deliveries.map(({ id }) => id) } };
      expect(await system.webhookAttempt.count({ where: ledger })).to.equal(0);
    });

    it('answers 404 the second time', async () => {
      const id = await subscribe(store);

      (await remove(id)).expect(204);

      (await remove(id)).refused('not_found');
    });

    for (const [what, idOf] of Object.entries({
      'another tenant’s': () => subscribe(other),
      unknown: async () => randomUUID(),
    })) {
      it(`answers 404 for an id that is ${what}, and writes nothing`, async () => {
        const id = await idOf();
        const before = await snapshot(api.platform);

        (await remove(id)).refused('not_found');

        expect(await snapshot(api.platform)).to.deep.equal(before);
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
