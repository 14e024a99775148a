import { randomUUID } from 'node:crypto';
import type { WebhookFilter } from '@service/contract';
import { catalog, inTransaction, orders, webhooks } from '@service/core';
import { runRecoveries } from '@service/delivery';
import { until } from '@service/testing';
import { expect } from 'chai';
import { useWebhookScene } from '../scene.ts';

const SUBSCRIPTIONS = '/admin/v1/webhooks/subscriptions';
const RANGE = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };

describe('a subscription’s filter', () => {
  const scene = useWebhookScene();
  before(() => scene.startWorker());
  beforeEach(async () => {
    await scene.moveToNewStore();
    scene.receiver.answer(200);
    scene.receiver.requests.length = 0;
  });

  const deliveries = (subscriptionId: string) =>
    scene.store.admin.db.webhookDelivery.findMany({
      where: { subscriptionId },
      orderBy: { position: 'asc' },
    });
  const events = async (subscriptionId: string) =>
    (await deliveries(subscriptionId)).map(({ event }) => event);
  const payloads = () => scene.store.admin.db.webhookFullPayload.count();
  const change = (id: string, body: object, token?: string) =>
    scene.call('PATCH', `${SUBSCRIPTIONS}/${id}`, body, token);
  const setMetadata = (orderId: string, metadata: Record<string, string | number>) =>
    orders.updateOrder(scene.store.admin, orderId, { metadata });
  const cancel = (orderId: string) => scene.call('POST', `/admin/v1/orders/${orderId}/cancel`, {});
  const product = async (title: string, variants: { sku: string; priceAmount: number }[] = []) =>
    (await catalog.createProduct(scene.store.admin, { title, variants })).id;

  it('lets through what it holds for: nothing else is delivered, and the sequence has no gap', async () => {
    const filter = { path: 'data.previousStatus', equals: 'paid' };
    const { id } = await scene.subscribe({ filter });
    const record = (previousStatus: 'pending' | 'paid') =>
      inTransaction(scene.store.admin, (tx) =>
        webhooks.recordEvent(tx, 'order.paid', { orderId: randomUUID(), status: 'paid', previousStatus }),
      );

    for (const status of ['paid', 'pending', 'pending', 'paid', 'pending', 'paid'] as const)
      await record(status);

    await scene.receiver.received(3);
    await until(async () => (await deliveries(id)).every(({ status }) => status === 'delivered'), 'all');
    expect(scene.receiver.envelopes().map(({ data }) => data.previousStatus)).to.deep.equal([
      'paid',
      'paid',
      'paid',
    ]);
    const numbers = scene.receiver.requests.map(({ headers }) => Number(headers['x-service-sequence']));
    expect(numbers.sort()).to.deep.equal([1, 2, 3]);
    const gaps = (await scene.call('GET', `${SUBSCRIPTIONS}/${id}/gaps`)).expect(200);
    expect(gaps).to.deep.include({ items: [], lastSequence: 3 });
    expect(await scene.store.admin.db.webhookEvent.count()).to.equal(6);
  });

  it('hands a pull subscriber what it holds for, numbered without a gap', async () => {
    const filter = { path: 'data.object.title', prefix: 'Tea' };
    const { id } = await scene.subscribe({
      kind: 'pull',
      url: undefined,
      events: ['product.created'],
      filter,
    });
    const wanted: string[] = [];
    for (const title of ['Tea', 'Lamp', 'Teapot', 'Tin of tea', 'Tea towel']) {
      const productId = await product(title);
      if (title.startsWith('Tea')) wanted.push(productId);
    }

    const { items } = (await scene.call('POST', `${SUBSCRIPTIONS}/${id}/claims`, { limit: 10 })).expect(200);

    const bodies = items.map(({ body }: { body: string }) => JSON.parse(body).data.productId);
    expect(bodies).to.deep.equal(wanted);
    const numbers = items.map(({ sequence }: { sequence: number }) => sequence);
    expect(numbers).to.deep.equal([1, 2, 3]);
  });

  it('is about the whole resource also where thin payloads are sent, and keeps nothing of it', async () => {
    const filter = { path: 'data.object.metadata.erp.channel', equals: 'b2b' };
    const { id } = await scene.subscribe({ events: ['order.cancelled'], filter });
    const [wholesale, retail] = [await scene.store.order(), await scene.store.order()];
    await setMetadata(wholesale, { 'erp.channel': 'b2b' });
    await setMetadata(retail, { 'erp.channel': 'web' });

    for (const orderId of [wholesale, retail]) (await cancel(orderId)).expect(200);

    await scene.receiver.received(1);
    expect(await events(id)).to.deep.equal(['order.cancelled']);
    const [envelope] = scene.receiver.envelopes();
    expect(envelope?.data).to.deep.equal({
      orderId: wholesale,
      status: 'cancelled',
      previousStatus: 'pending',
    });
    expect(await payloads()).to.equal(0);
  });

  it('decides who of several gets an event, and whether its payload is kept', async () => {
    const listed = { path: 'data.object.variants.sku', equals: 'LAMP-1' };
    const { id: full } = await scene.subscribe({ events: ['product.*'], payload: 'full', filter: listed });
    const { id: others } = await scene.subscribe({ events: ['product.*'], filter: { not: listed } });
    const { id: all } = await scene.subscribe({ events: ['product.*'] });

    const lamp = await product('Lamp', [
      { sku: 'LAMP-0', priceAmount: 1 },
      { sku: 'LAMP-1', priceAmount: 2 },
    ]);
    const tea = await product('Tea');
    await catalog.updateProduct(scene.store.admin, tea, { title: 'Green tea' });
    await catalog.updateProduct(scene.store.admin, lamp, { title: 'Desk lamp' });

    expect(await events(full)).to.deep.equal(['product.created', 'product.updated']);
    expect(await events(others)).to.deep.equal(['product.created', 'product.updated']);
    expect(await events(all)).to.have.length(4);
    const kept = await scene.store.admin.db.webhookFullPayload.findMany({ select: { payload: true } });
    expect(kept.map(({ payload }) => (payload as { object: { id: string } }).object.id)).to.deep.equal([
      lamp,
      lamp,
    ]);
  });

  it('knows what changed and who did it, so that a system isn’t told of what it did itself', async () => {
    const made = await scene.call('POST', '/admin/v1/api-keys', {
      name: 'ERP',
      permissions: ['catalog:read', 'catalog:write'],
    });
    const { key: secret, id: keyId } = made.expect(201);
    const own = { path: 'data.actor.id', equals: keyId };
    const { id } = await scene.subscribe({ events: ['product.updated'], filter: { not: own } });
    const renamed = { path: 'data.changes.name', equals: 'title' };
    const { id: titles } = await scene.subscribe({ events: ['product.updated'], filter: renamed });
    const productId = await product('Lamp');

    const patch = (body: object, token?: string) =>
      scene.call('PATCH', `/admin/v1/products/${productId}`, body, token);
    (await patch({ title: 'Desk lamp' }, secret)).expect(200);
    expect([await events(id), await events(titles)]).to.deep.equal([[], ['product.updated']]);
    (await patch({ description: 'Bright' })).expect(200);

    expect([await events(id), await events(titles)]).to.deep.equal([
      ['product.updated'],
      ['product.updated'],
    ]);
    expect(await payloads()).to.equal(0);
  });

  it('leaves nothing of a change that is rolled back, whatever it reads', async () => {
    const { id } = await scene.subscribe({
      events: ['order.*'],
      filter: { path: 'data.object.total', greater: 1 },
    });
    const { id: thin } = await scene.subscribe({ filter: { path: 'data.status', equals: 'paid' } });
    const orderId = await scene.store.order();
    expect(await events(id)).to.deep.equal(['order.created']);

    const undone = inTransaction(scene.store.admin, async (tx) => {
      await webhooks.recordEvent(tx, 'order.paid', { orderId, status: 'paid', previousStatus: 'pending' });
      throw new Error('undone');
    });

    await undone.catch(() => {});
    expect([await events(id), await events(thin)]).to.deep.equal([['order.created'], []]);
  });

  it('is changed for what happens from then on; what waits is sent', async () => {
    scene.receiver.answer(500);
    const { id, ...created } = await scene.subscribe({
      filter: { path: 'data.previousStatus', equals: 'pending' },
    });
    expect(created).to.deep.include({ filter: { path: 'data.previousStatus', equals: 'pending' } });
    await scene.recordPaid(randomUUID());
    const other: WebhookFilter = {
      any: [
        { path: 'data.previousStatus', in: ['shipped', 'paid'] },
        { path: 'data.orderId', prefix: 'zz' },
      ],
    };
    const [row] = await deliveries(id);
    await until(async () => (await deliveries(id))[0]?.status === 'failed', 'the failure');

    const changed = (await change(id, { filter: other })).expect(200);
    await scene.recordPaid(randomUUID());
    scene.receiver.answer(200);
    (await scene.call('POST', `/admin/v1/webhooks/deliveries/${row?.id}/retry`)).expect(200);

    await until(async () => (await deliveries(id))[0]?.status === 'delivered', 'what waited');
    expect(changed.filter).to.deep.equal(other);
    expect(changed.version).to.equal(2);
    expect(await deliveries(id)).to.have.length(1);
    (await change(id, { filter: other })).expect(200);
    const audited = (await scene.call('GET', '/admin/v1/audit?action=webhook_subscription.changed')).expect(
      200,
    );
    expect(audited.items).to.have.length(1);
    expect(audited.items[0].after.filter).to.deep.equal(other);

    (await change(id, { filter: null })).expect(200);
    await scene.recordPaid(randomUUID());
    expect(await deliveries(id)).to.have.length(2);
  });

  it('is refused with the events that it can never hold for, and nothing is changed', async () => {
    const filter = { path: 'data.object.email', prefix: 'ada@' };
    const { id } = await scene.subscribe({ events: ['order.paid'], filter });
    const before = await scene.store.admin.db.webhookSubscription.findMany();
    const impossible = [
      [{ filter: { path: 'data.object.mail', prefix: 'a' } }, '/body/filter/path', 'data.object.mail'],
      [{ filter: { any: [] } }, '/body/filter/any', 'fewer than 1 items'],
      [{ filter: { path: 'data.status', in: [] } }, '/body/filter/in', 'fewer than 1 items'],
      [{ filter: { path: 'data.status', equals: 'payed' } }, '/body/filter/equals', 'data.status'],
      [
        { filter: { all: [{ path: 'data.status', prefix: 'a'.repeat(256) }] } },
        '/body/filter/all/0/prefix',
        '255',
      ],
      [{ filter: { path: 'data.status', equals: { a: 1 } } }, '/body/filter/equals', 'must be'],
      [{ filter: 'data.status = paid' }, '/body/filter', 'must be'],
    ] as const;

    for (const [body, path, words] of impossible)
      for (const answer of [
        await change(id, body),
        await scene.call('POST', SUBSCRIPTIONS, { url: scene.receiver.url, events: ['order.paid'], ...body }),
      ]) {
        const { errors = [] } = answer.refused('validation_failed');
        expect(errors.map((error) => error.path)).to.include(path);
        expect(errors.find((error) => error.path === path)?.message).to.include(words);
      }
    const { errors } = (await change(id, { events: ['product.*'] })).refused('validation_failed');
    expect(errors?.[0]).to.include({ path: '/body/filter/path', code: 'filter' });
    expect(await scene.store.admin.db.webhookSubscription.findMany()).to.deep.equal(before);
  });

  it('and the events, changed at once, leave no filter that can never hold', async () => {
    const byEmail = { path: 'data.object.email', prefix: 'ada@' };
    const ids = await Promise.all([1, 2, 3].map(async () => (await scene.subscribe()).id));

    const answers = await Promise.all(
      ids.flatMap((id) => [change(id, { filter: byEmail }), change(id, { events: ['product.*'] })]),
    );

    for (const [index, id] of ids.entries()) {
      const statuses = answers.slice(2 * index, 2 * index + 2).map(({ status }) => status);
      expect(statuses).to.have.members([200, 400]);
      const { version, events, filter } = (await scene.call('GET', `${SUBSCRIPTIONS}/${id}`)).expect(200);
      expect(version).to.equal(2);
      expect({ events, filter }).to.deep.equal(
        filter ? { events: ['order.paid'], filter: byEmail } : { events: ['product.*'], filter: null },
      );
    }
  });

  it('by more than the event and its ids needs a permission that the portal lacks', async () => {
    const byTotal = { path: 'data.object.total', greater: 10_000 };
    const { id } = await scene.subscribe({ events: ['order.paid'], filter: byTotal, label: 'acme' });
    const token = scene.store.token(['webhooks:write', 'webhooks:read', 'catalog:read']);
    const session = { label: 'acme', capabilities: ['manage', 'view'] };
    const { url } = (await scene.call('POST', '/admin/v1/webhooks/portal-sessions', session)).expect(201);
    const portal = new URL(url).hash.replace('#token=', '');
    const input = { url: scene.receiver.url, events: ['order.paid'] };
    const before = await scene.store.admin.db.webhookSubscription.findMany();

    for (const by of [token, portal]) {
      for (const filter of [byTotal, { not: { path: 'data.actor.type', equals: 'job' } }]) {
        (await scene.call('POST', SUBSCRIPTIONS, { ...input, filter }, by)).refused('permission_missing');
        (await change(id, { filter: { not: filter } }, by)).refused('permission_missing');
      }
      (await change(id, { events: ['order.*'] }, by)).refused('permission_missing');
    }
    expect(await scene.store.admin.db.webhookSubscription.findMany()).to.deep.equal(before);

    const byStatus = { path: 'data.previousStatus', equals: 'pending' };
    for (const by of [token, portal]) {
      (await scene.call('POST', SUBSCRIPTIONS, { ...input, filter: byStatus }, by)).expect(201);
      (await change(id, { description: 'ERP' }, by)).expect(200);
    }
    (await change(id, { filter: byStatus }, portal)).expect(200);
  });

  it('also decides what a recovery finds missing; what is sent again has been decided', async () => {
    const filter = { path: 'data.previousStatus', equals: 'pending' };
    const { id } = await scene.subscribe({ filter });
    await scene.recordPaid(randomUUID());
    await change(id, { filter: { path: 'data.previousStatus', equals: 'shipped' }, active: false });
    for (const previousStatus of ['pending', 'shipped'] as const)
      await inTransaction(scene.store.admin, (tx) =>
        webhooks.recordEvent(tx, 'order.paid', { orderId: randomUUID(), status: 'paid', previousStatus }),
      );
    await change(id, { active: true });
    const missing = { subscriptionId: id, missing: true, ...RANGE };

    const recovery = (await scene.call('POST', '/admin/v1/webhooks/recoveries', missing)).expect(201);
    await runRecoveries(scene.system);

    expect(recovery.matched).to.equal(1);
    await until(async () => (await deliveries(id)).length > 1, 'what was missing');
    const rows = await deliveries(id);
    const bodies = await Promise.all(
      rows.map(async (row) => (await scene.call('GET', `/admin/v1/webhooks/deliveries/${row.id}`)).body),
    );
    expect(bodies.map(({ payload }) => payload.data.previousStatus)).to.deep.equal(['pending', 'shipped']);
    await until(async () => (await deliveries(id)).every(({ status }) => status === 'delivered'), 'both');
    (await scene.call('POST', `/admin/v1/webhooks/deliveries/${rows[0]?.id}/redeliver`)).expect(200);
  });

  describe('that is changed while changes commit', () => {
    const byTitle = { path: 'data.changes.name', equals: 'title' };
    const byText = { path: 'data.changes.name', equals: 'description' };
    let id: string;
    beforeEach(async () => {
      ({ id } = await scene.subscribe({ events: ['product.updated'], filter: byTitle }));
      // Payloads are kept for this one, so a recovery can judge by them.
      await scene.subscribe({ events: ['product.updated'], payload: 'full' });
    });

    async function recoverMissing(): Promise<number> {
      const missing = { subscriptionId: id, missing: true, ...RANGE };
      const { matched } = (await scene.call('POST', '/admin/v1/webhooks/recoveries', missing)).expect(201);
      await runRecoveries(scene.system);
      return matched;
    }

    /** Other connections change the filter and recover before the change of the title is committed. */
    const renameWhileFilterBecomes = (filter: WebhookFilter, productId: string, title: string) =>
      inTransaction(scene.store.admin, async (tx) => {
        await catalog.updateProduct(tx, productId, { title });
        (await change(id, { filter })).expect(200);
        expect(await recoverMissing()).to.equal(0);
      });

    it('decides as it was at the change; a recovery decides as it is now, and sends nothing twice', async () => {
      const productId = await product('Lamp');

      await renameWhileFilterBecomes(byText, productId, 'Desk lamp');
      expect(await events(id)).to.deep.equal(['product.updated']);
      expect(await recoverMissing()).to.equal(0);
      await renameWhileFilterBecomes(byTitle, productId, 'Floor lamp');
      expect(await events(id)).to.deep.equal(['product.updated']);

      expect(await recoverMissing()).to.equal(1);
      await until(async () => (await deliveries(id)).length === 2, 'what was refused at its change');
      expect(await recoverMissing()).to.equal(0);
      expect(await deliveries(id)).to.have.length(2);
    });

    it('loses nothing and sends nothing twice of changes at once, with recoveries among them', async () => {
      const ids = await Promise.all(Array.from({ length: 8 }, (_, number) => product(`Lamp ${number}`)));

      await Promise.all([
        ...ids.map((productId) => catalog.updateProduct(scene.store.admin, productId, { title: 'Tea' })),
        ...[byText, byTitle, byText].map((filter) => change(id, { filter })),
        recoverMissing(),
        recoverMissing(),
      ]);
      (await change(id, { filter: byTitle })).expect(200);
      await recoverMissing();

      await until(async () => (await deliveries(id)).length === ids.length, 'each of them');
      expect(await recoverMissing()).to.equal(0);
      const told = (await deliveries(id)).map(({ resourceId }) => resourceId);
      expect(told).to.have.members(ids);
    });
  });

  it('judges a resource above the cap by all of it', async () => {
    const filter = { path: 'data.object.variants.sku', prefix: 'last-' };
    const { id } = await scene.subscribe({ events: ['product.updated'], payload: 'full', filter });
    const variants = Array.from({ length: 150 }, () => ({
      sku: randomUUID(),
      title: 'x'.repeat(500),
      priceAmount: 100,
    }));
    const large = await product('Large', [...variants, { sku: `last-${randomUUID()}`, priceAmount: 1 }]);

    await catalog.updateProduct(scene.store.admin, large, { title: 'Larger' });

    expect(await events(id)).to.deep.equal(['product.updated']);
    const [{ payload } = { payload: {} }] = await scene.store.admin.db.webhookFullPayload.findMany();
    expect(payload).to.include({ object: null, objectOmitted: 'too_large' });
  });
});
