import { randomUUID } from 'node:crypto';
import { catalog, inTransaction, webhooks } from '@service/core';
import { removeOld, runRecoveries } from '@service/delivery';
import { createStore, until } from '@service/testing';
import { expect } from 'chai';
import { useWebhookScene } from '../scene.ts';

const SUBSCRIPTIONS = '/admin/v1/webhooks/subscriptions';

interface Envelope {
  data: Record<string, unknown> & {
    object: Record<string, unknown> | null;
    changes: unknown[];
    actor: { type: string; id: string | null };
  };
}

describe('full payloads', () => {
  const scene = useWebhookScene();
  before(() => scene.startWorker());
  beforeEach(async () => {
    await scene.moveToNewStore();
    scene.receiver.answer(200);
    scene.receiver.requests.length = 0;
  });

  const full = (input: object = {}) => scene.subscribe({ events: ['*'], payload: 'full', ...input });
  const get = async (path: string) => (await scene.call('GET', `/admin/v1${path}`)).expect(200);
  const cancel = async (orderId: string) =>
    (await scene.call('POST', `/admin/v1/orders/${orderId}/cancel`, {})).expect(200);
  /** The worker writes too: what it writes doesn't count. */
  const written = async () => [
    await scene.store.admin.db.webhookEvent.findMany(),
    await payloads(),
    await scene.store.admin.db.webhookDelivery.count(),
  ];
  const payloads = () => scene.store.admin.db.webhookFullPayload.findMany();

  /** The envelopes of an event, as soon as there are so many. */
  async function received(event: string, count = 1): Promise<[Envelope, ...Envelope[]]> {
    const some = () => scene.receiver.envelopes().filter((envelope) => envelope.event === event);
    await until(() => some().length >= count, `${count} × ${event}`);
    return some() as unknown as [Envelope, ...Envelope[]];
  }

  it('carry an order as the Admin API presents it, what changed, and who did it', async () => {
    await full({ events: ['order.cancelled'] });
    const orderId = await scene.store.order();

    await cancel(orderId);

    const [{ data }] = await received('order.cancelled');
    expect(data).to.deep.include({ orderId, status: 'cancelled', previousStatus: 'pending' });
    // The provider is asked after the commit.
    const { payments: _, ...order } = await get(`/orders/${orderId}`);
    expect(data.object).to.deep.include(order);
    expect(data.object?.payments).to.have.nested.property('[0].status', 'requires_payment');
    expect(data.changes).to.deep.equal([{ name: 'status', before: 'pending', after: 'cancelled' }]);
    expect(data.actor.type).to.equal('operator');
    expect(data).to.not.have.property('objectOmitted');
  });

  it('are kept once for all deliveries of an event, and thin subscriptions get none of it', async () => {
    await full();
    await full({ events: ['order.*'] });
    await scene.subscribe({ events: ['order.created'] });

    const orderId = await scene.store.order();

    const envelopes = await received('order.created', 3);
    const whole = envelopes.filter(({ data }) => data.object);
    expect(whole).to.have.length(2);
    expect(whole[0]?.data).to.deep.equal(whole[1]?.data);
    expect(whole[0]?.data.actor).to.deep.equal({ type: 'guest', id: null });
    const thin = envelopes.find(({ data }) => !data.object);
    expect(thin?.data).to.deep.equal({ orderId, customerId: null });
    const rows = await payloads();
    const created = await scene.store.admin.db.webhookEvent.findMany({ where: { name: 'order.created' } });
    expect(rows.filter(({ eventId }) => eventId === created[0]?.id)).to.have.length(1);
  });

  it('name what of a product changed, and carry a deleted one as it was', async () => {
    const call = (method: string, path: string, body?: object) =>
      scene.call(method, `/admin/v1/products${path}`, body);
    await full({ events: ['product.*'] });
    const product = (
      await call('POST', '', { title: 'Lamp', variants: [{ sku: 'L1', priceAmount: 100 }] })
    ).expect(201);
    const [created] = await received('product.created');
    expect(created.data.object).to.deep.equal(product);
    expect(created.data.actor.type).to.equal('operator');

    (await call('PATCH', `/${product.id}`, { title: 'Bright lamp' })).expect(200);
    const [updated] = await received('product.updated');
    expect(updated.data.changes).to.deep.equal([{ name: 'title', before: 'Lamp', after: 'Bright lamp' }]);
    expect(updated.data.object).to.deep.equal(await get(`/products/${product.id}`));
    const before = await get(`/products/${product.id}`);
    (await call('DELETE', `/${product.id}`)).expect(204);

    const [deleted] = await received('product.deleted');
    expect(deleted.data.object).to.deep.equal(before);
  });

  it('are the same at every attempt, whatever happens to the resource meanwhile', async () => {
    await full({ events: ['order.created'] });
    scene.receiver.answer(500);
    const orderId = await scene.store.order();
    await received('order.created');
    const failed = () =>
      scene.store.admin.db.webhookDelivery.findFirst({ where: { event: 'order.created', status: 'failed' } });
    await until(async () => (await failed()) !== null, 'the failure to be recorded');
    await cancel(orderId);
    scene.receiver.answer(200);

    const { id = '' } = (await failed()) ?? {};
    (await scene.call('POST', `/admin/v1/webhooks/deliveries/${id}/retry`)).expect(200);

    await received('order.created', 2);
    const [first, second] = scene.receiver.requests.map(({ body }) => body.toString());
    expect(second).to.equal(first);
    expect(first).to.include('"status":"pending"');
    const { payload } = await get(`/webhooks/deliveries/${id}`);
    expect(payload).to.deep.equal(JSON.parse(first ?? ''));
  });

  it('are thin above 64 kB, and say so', async () => {
    await full({ events: ['product.created'] });
    const title = 'x'.repeat(500);
    const variants = Array.from({ length: 150 }, () => ({ sku: randomUUID(), title, priceAmount: 100 }));

    const { id } = await catalog.createProduct(scene.store.admin, { title, variants });

    const [{ data }] = await received('product.created');
    expect(data).to.deep.include({ productId: id, object: null, objectOmitted: 'too_large', changes: null });
    expect(JSON.stringify(await payloads()).length).to.be.below(1000);
  });

  it('leave nothing behind when the change is rolled back, or its resource is gone at its end', async () => {
    await full();
    const orderId = await scene.store.order();
    await received('order.created');
    const before = await written();

    const undone = inTransaction(scene.store.admin, async (tx) => {
      await webhooks.recordEvent(tx, 'order.paid', { orderId, status: 'paid', previousStatus: 'pending' });
      throw new Error('undone');
    });

    await undone.catch(() => {});
    expect(await written()).to.deep.equal(before);
    await inTransaction(scene.store.admin, (tx) =>
      webhooks.recordEvent(tx, 'product.updated', { productId: randomUUID() }),
    );
    const [{ data }] = await received('product.updated');
    expect(data).to.deep.include({ object: null, objectOmitted: 'deleted' });
  });

  it('need the permission to read what they carry, to be chosen or sent elsewhere', async () => {
    const { id } = await full({ events: ['order.*'] });
    const token = scene.store.token(['webhooks:write', 'webhooks:read', 'catalog:read']);
    const body = { label: 'acme', capabilities: ['manage', 'view'] };
    await scene.call('PATCH', `${SUBSCRIPTIONS}/${id}`, { label: 'acme' });
    const { url } = (await scene.call('POST', '/admin/v1/webhooks/portal-sessions', body)).expect(201);
    const portal = new URL(url).hash.replace('#token=', '');
    const input = { url: scene.receiver.url, events: ['order.paid'], payload: 'full' };
    const subscriptions = () => scene.store.admin.db.webhookSubscription.findMany();
    const before = await subscriptions();

    for (const by of [token, portal]) {
      (await scene.call('POST', SUBSCRIPTIONS, input, by)).refused('permission_missing');
      for (const change of [{ url: `${scene.receiver.url}/2` }, { events: ['*'] }, { kind: 'pull' }])
        (await scene.call('PATCH', `${SUBSCRIPTIONS}/${id}`, change, by)).refused('permission_missing');
    }
    expect(await subscriptions()).to.deep.equal(before);
    (await scene.call('PATCH', `${SUBSCRIPTIONS}/${id}`, { description: 'ERP' }, token)).expect(200);
    (await scene.call('POST', SUBSCRIPTIONS, { ...input, events: ['product.*'] }, token)).expect(201);
  });

  it('are hidden in the log, and not handed out, without the permission to read what they carry', async () => {
    const { id } = await full({ events: ['order.created'], kind: 'pull', url: undefined, label: 'acme' });
    await scene.store.order();
    const [{ id: deliveryId }] = (await get(`/webhooks/deliveries?subscriptionId=${id}`)).items;
    const token = scene.store.token(['webhooks:write', 'webhooks:read']);
    const body = { label: 'acme', capabilities: ['view'] };
    const { url } = (await scene.call('POST', '/admin/v1/webhooks/portal-sessions', body)).expect(201);
    const portal = new URL(url).hash.replace('#token=', '');

    for (const by of [token, portal]) {
      const seen = (
        await scene.call('GET', `/admin/v1/webhooks/deliveries/${deliveryId}`, undefined, by)
      ).expect(200);
      expect(seen.payload.data).to.deep.include({
        object: null,
        objectOmitted: 'not_permitted',
        changes: null,
      });
    }
    const claims = `${SUBSCRIPTIONS}/${id}/claims`;
    (await scene.call('POST', claims, { limit: 1 }, token)).refused('permission_missing');
    (await scene.call('PATCH', `${SUBSCRIPTIONS}/${id}`, { payload: 'thin' }, token)).expect(200);
    const { items } = (await scene.call('POST', claims, { limit: 1 }, token)).expect(200);
    expect(Object.keys(JSON.parse(items[0].body).data)).to.have.members(['orderId', 'customerId']);
  });

  it('report that an event was recorded without its resource', async () => {
    const orderId = await scene.store.order();
    const { id: subscriptionId } = await full({ events: ['order.created'] });
    const range = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z', missing: true };
    (await scene.call('POST', '/admin/v1/webhooks/recoveries', { subscriptionId, ...range })).expect(201);

    await runRecoveries(scene.system);

    const [{ data }] = await received('order.created');
    expect(data).to.deep.include({ orderId, object: null, objectOmitted: 'not_recorded' });
  });

  it('of a test carry an example', async () => {
    const { id } = await full();

    const tested = (await scene.call('POST', `${SUBSCRIPTIONS}/${id}/test`, { event: 'order.paid' })).expect(
      200,
    );

    expect(tested.attempt.outcome).to.equal('succeeded');
    const [{ data }] = await received('order.paid');
    expect(data.object).to.include.keys('id', 'number', 'lines');
  });

  it('go with the last delivery that carries them', async () => {
    await full({ events: ['order.created'] });
    await full({ events: ['order.created'] });
    await scene.store.order();
    await received('order.created', 2);
    const { db } = scene.store.admin;
    const delivered = () => db.webhookDelivery.count({ where: { status: 'delivered' } });
    await until(async () => (await delivered()) === 2, 'both to be delivered');
    const [first] = await db.webhookDelivery.findMany();
    const days = { delivered: 30, all: 90, events: 3650 };
    const old = { createdAt: new Date('2020-01-01') };

    await db.webhookDelivery.updateMany({ where: { id: first?.id ?? '' }, data: old });
    await removeOld(scene.system, days);
    expect(await payloads(), 'while one is left').to.have.length(1);
    await db.webhookDelivery.updateMany({ data: old });
    await removeOld(scene.system, days);

    expect(await payloads()).to.deep.equal([]);
    expect(await db.webhookEvent.count({ where: { name: 'order.created' } })).to.equal(1);
  });

  it('carry nothing of another store, and none of it goes there', async () => {
    const other = await createStore(scene.system);
    await webhooks.createSubscription(other.admin, {
      url: scene.receiver.url,
      events: ['*'],
      payload: 'full',
    });
    await full({ events: ['order.paid'] });
    const theirs = await other.order();
    const [created] = await received('order.created');
    expect(created.data.object?.id).to.equal(theirs);

    await inTransaction(scene.store.admin, (tx) =>
      webhooks.recordEvent(tx, 'order.paid', { orderId: theirs, status: 'paid', previousStatus: 'pending' }),
    );

    const [{ data }] = await received('order.paid');
    expect(data).to.deep.include({ object: null, objectOmitted: 'deleted' });
    const events = scene.receiver.envelopes().map(({ event }) => event);
    expect(events.filter((event) => event.startsWith('order.'))).to.deep.equal([
      'order.created',
      'order.paid',
    ]);
  });
});
