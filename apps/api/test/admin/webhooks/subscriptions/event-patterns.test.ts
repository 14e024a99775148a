import { randomUUID } from 'node:crypto';
import { inTransaction, webhooks } from '@service/core';
import { runRecoveries } from '@service/delivery';
import { createStore } from '@service/testing';
import { expect } from 'chai';
import { snapshot } from '../../../table-snapshot.ts';
import { useWebhookScene } from '../scene.ts';

const SUBSCRIPTIONS = '/admin/v1/webhooks/subscriptions';

describe('events of a subscription by pattern', () => {
  const scene = useWebhookScene();
  beforeEach(() => scene.moveToNewStore());

  const eventsOf = async (subscriptionId: string) =>
    (
      await scene.system.db.webhookDelivery.findMany({
        where: { subscriptionId },
        orderBy: [{ position: 'asc' }, { id: 'asc' }],
      })
    ).map(({ event }) => event);

  const recordOneOfEach = () =>
    inTransaction(scene.store.admin, async (tx) => {
      const order = { orderId: randomUUID(), previousStatus: 'pending' } as const;
      await webhooks.recordEvent(tx, 'order.paid', { ...order, status: 'paid' });
      await webhooks.recordEvent(tx, 'order.cancelled', { ...order, status: 'cancelled' });
      await webhooks.recordEvent(tx, 'product.created', { productId: randomUUID() });
      await webhooks.recordEvent(tx, 'webhook.endpoint_recovered', {
        subscriptionId: randomUUID(),
        label: null,
      });
    });

  it('gets a family by its name, and all of the shop by *, without those about endpoints', async () => {
    const family = await scene.subscribe({ events: ['order.*'] });
    const all = await scene.subscribe({ events: ['*'] });
    const both = await scene.subscribe({ events: ['*', 'order.*', 'order.paid', 'webhook.*'] });
    const other = await createStore(scene.system);
    const theirs = await webhooks.createSubscription(other.admin, {
      url: scene.receiver.url,
      events: ['*'],
    });

    await recordOneOfEach();

    expect(await eventsOf(family.id)).to.deep.equal(['order.paid', 'order.cancelled']);
    expect(await eventsOf(all.id)).to.deep.equal(['order.paid', 'order.cancelled', 'product.created']);
    expect(await eventsOf(both.id)).to.deep.equal([
      'order.paid',
      'order.cancelled',
      'product.created',
      'webhook.endpoint_recovered',
    ]);
    expect(await eventsOf(theirs.id), 'another store').to.deep.equal([]);
  });

  it('is recovered by pattern as it is recorded', async () => {
    await recordOneOfEach();
    const all = await scene.subscribe({ events: ['*'] });
    const family = await scene.subscribe({ events: ['order.*'] });
    const range = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z', missing: true };

    for (const [{ id: subscriptionId }, matched] of [
      [all, 3],
      [family, 2],
    ] as const) {
      const body = { subscriptionId, ...range };
      const recovery = (await scene.call('POST', '/admin/v1/webhooks/recoveries', body)).expect(201);
      expect(recovery.matched).to.equal(matched);
    }
    await runRecoveries(scene.system);

    expect(await eventsOf(all.id)).to.deep.equal(['order.paid', 'order.cancelled', 'product.created']);
    expect(await eventsOf(family.id)).to.deep.equal(['order.paid', 'order.cancelled']);
  });

  it('keeps patterns as they were given, and is changed by them', async () => {
    const { id, events } = (
      await scene.call('POST', SUBSCRIPTIONS, {
        url: scene.receiver.url,
        events: ['order.*', 'order.paid'],
      })
    ).expect(201);
    expect(events).to.deep.equal(['order.*', 'order.paid']);

    const changed = (await scene.call('PATCH', `${SUBSCRIPTIONS}/${id}`, { events: ['*'] })).expect(200);

    expect(changed.events).to.deep.equal(['*']);
  });

  it('lets no subscriber of the portal choose events about endpoints by a pattern', async () => {
    const { id } = await scene.subscribe({ label: 'acme' });
    const body = { label: 'acme', capabilities: ['view', 'manage'] };
    const { url } = (await scene.call('POST', '/admin/v1/webhooks/portal-sessions', body)).expect(201);
    const token = new URL(url).hash.replace('#token=', '');
    const before = await snapshot(scene);

    const refused = await scene.call('PATCH', `${SUBSCRIPTIONS}/${id}`, { events: ['webhook.*'] }, token);

    refused.refused('validation_failed');
    expect(await snapshot(scene)).to.deep.equal(before);
    (await scene.call('PATCH', `${SUBSCRIPTIONS}/${id}`, { events: ['*'] }, token)).expect(200);
  });

  it('is made paused where creation says so, and gets what happens from its resumption on', async () => {
    const { id } = await scene.subscribe({ active: false });
    expect((await scene.call('GET', `${SUBSCRIPTIONS}/${id}`)).expect(200).active).to.equal(false);
    await scene.recordPaid(randomUUID());
    expect(await eventsOf(id)).to.deep.equal([]);

    (await scene.call('PATCH', `${SUBSCRIPTIONS}/${id}`, { active: true })).expect(200);
    await scene.recordPaid(randomUUID());

    expect(await eventsOf(id)).to.deep.equal(['order.paid']);
  });

  it('warns of others that send to the URL, and of none that the caller can’t see', async () => {
    const create = (input: object, token?: string) =>
      scene.call('POST', SUBSCRIPTIONS, { url: scene.receiver.url, events: ['*'], ...input }, token);
    const other = await createStore(scene.system);
    await webhooks.createSubscription(other.admin, { url: scene.receiver.url, events: ['*'] });

    const first = (await create({})).expect(201);
    expect(first.warnings).to.deep.equal([]);
    const elsewhere = (await create({ url: `${scene.receiver.url}/elsewhere` })).expect(201);
    expect(elsewhere.warnings).to.deep.equal([]);
    const second = (await create({})).expect(201);
    expect(second.warnings).to.have.length(1);
    expect(second.warnings[0]).to.deep.include({ code: 'url_in_use', subscriptionIds: [first.id] });

    const body = { label: 'acme', capabilities: ['manage', 'view'] };
    const { url } = (await scene.call('POST', '/admin/v1/webhooks/portal-sessions', body)).expect(201);
    const token = new URL(url).hash.replace('#token=', '');
    expect((await create({}, token)).expect(201).warnings, 'in the portal').to.deep.equal([]);
  });

  it('names the event in a header of each delivery, in the ledger too', async () => {
    const worker = await scene.startWorker();
    await scene.subscribe({ events: ['*'] });
    const seen = scene.receiver.requests.length;

    await recordOneOfEach();
    await scene.receiver.received(seen + 3);

    const requests = scene.receiver.requests.slice(seen);
    for (const { headers, body } of requests)
      expect(headers['x-service-event']).to.equal(JSON.parse(body.toString()).event);
    await worker.stop();
    const attempts = await scene.store.admin.db.webhookAttempt.findMany();
    const named = attempts.map(
      ({ requestHeaders }) => (requestHeaders as Record<string, string> | null)?.['x-service-event'],
    );
    expect(named.sort()).to.deep.equal(['order.cancelled', 'order.paid', 'product.created']);
  });
});
