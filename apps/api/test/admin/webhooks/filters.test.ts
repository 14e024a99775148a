import { randomUUID } from 'node:crypto';
import { catalog, inTransaction, webhooks } from '@service/core';
import { createStore } from '@service/testing';
import { expect } from 'chai';
import { useWebhookScene } from './scene.ts';

const TEST = '/admin/v1/webhooks/filters/test';
const PATHS = '/admin/v1/webhooks/filters/paths';
const SESSIONS = '/admin/v1/webhooks/portal-sessions';

interface Tried {
  event: string;
  resourceId: string;
  matches: boolean;
  judgedBy: string;
  conditions: { at: string; path: string; holds: boolean; values: unknown[] }[];
}

describe('filters, before they are anybody’s', () => {
  const scene = useWebhookScene();
  beforeEach(() => scene.moveToNewStore());

  const attempt = (body: object, token?: string) => scene.call('POST', TEST, body, token);
  const tried = async (body: object, token?: string): Promise<Tried[]> =>
    (await attempt(body, token)).expect(200).items;
  const paths = async (events: string, token?: string) =>
    (await scene.call('GET', `${PATHS}?events=${events}`, undefined, token)).expect(200).items;
  const product = async (title: string) =>
    (await catalog.createProduct(scene.store.admin, { title, slug: randomUUID() })).id;
  const written = async () => {
    const { webhookEvent, webhookDelivery, webhookFullPayload, auditRecord } = scene.store.admin.db;
    return Promise.all([
      webhookEvent.count(),
      webhookDelivery.count(),
      webhookFullPayload.count(),
      auditRecord.count(),
    ]);
  };

  async function portalOf(label: string): Promise<string> {
    const session = { label, capabilities: ['manage', 'view', 'catalogue'] };
    const { url } = (await scene.call('POST', SESSIONS, session)).expect(201);
    return new URL(url).hash.replace('#token=', '');
  }

  it('are tried on past events, newest first, and say what each condition found', async () => {
    await scene.recordPaid(randomUUID());
    const orderId = randomUUID();
    await inTransaction(scene.store.admin, (tx) =>
      webhooks.recordEvent(tx, 'order.paid', { orderId, status: 'paid', previousStatus: 'shipped' }),
    );
    await scene.recordPaid(randomUUID());
    await product('Lamp');
    const before = await written();
    const filter = {
      all: [{ path: 'event', prefix: 'order.' }, { not: { path: 'data.previousStatus', equals: 'pending' } }],
    };

    const items = await tried({ events: ['order.*', 'product.*'], filter });

    expect(items.map(({ event, matches }) => [event, matches])).to.deep.equal([
      ['product.created', false],
      ['order.paid', false],
      ['order.paid', true],
      ['order.paid', false],
    ]);
    expect(items[2]).to.deep.include({ resourceId: orderId, judgedBy: 'event' });
    expect(items[0]?.conditions).to.deep.equal([
      { at: '/all/0', path: 'event', holds: false, values: ['product.created'] },
      { at: '/all/1/not', path: 'data.previousStatus', holds: false, values: [] },
    ]);
    expect(items[1]?.conditions[1]).to.deep.include({ holds: true, values: ['pending'] });
    expect(await tried({ events: ['order.paid'], filter, limit: 2 })).to.deep.equal(items.slice(1, 3));
    expect(await written()).to.deep.equal(before);
  });

  it('ask for the resource as it was kept, else as it is now', async () => {
    const whole = await scene.subscribe({ events: ['product.created'], payload: 'full' });
    const kept = await product('Tea');
    await scene.call('DELETE', `/admin/v1/webhooks/subscriptions/${whole.id}`);
    const [changed, gone] = [await product('Tea'), await product('Tea')];
    for (const id of [kept, changed]) await catalog.updateProduct(scene.store.admin, id, { title: 'Lamp' });
    (await scene.call('DELETE', `/admin/v1/products/${gone}`)).expect(204);

    const filter = { path: 'data.object.title', equals: 'Tea' };
    const items = await tried({ events: ['product.created'], filter });

    expect(items.map(({ resourceId, judgedBy, matches }) => [resourceId, judgedBy, matches])).to.deep.equal([
      [gone, 'now', false],
      [changed, 'now', false],
      [kept, 'recorded', true],
    ]);
    expect(items.map(({ conditions }) => conditions[0]?.values)).to.deep.equal([[], ['Lamp'], ['Tea']]);
  });

  it('are refused as a subscription refuses them, and where what they read isn’t permitted', async () => {
    await scene.store.order();
    const byTotal = { events: ['order.created'], filter: { path: 'data.object.total', greater: 1 } };
    const token = scene.store.token(['webhooks:read', 'catalog:read']);

    for (const by of [token, await portalOf('acme')])
      (await attempt(byTotal, by)).refused('permission_missing');
    const misspelt = { events: ['order.created'], filter: { not: { path: 'data.customer', exists: true } } };
    const { errors } = (await attempt(misspelt)).refused('validation_failed');
    expect(errors?.[0]).to.deep.include({ path: '/body/filter/not/path', code: 'filter' });
    (await attempt({ events: ['order.created'], filter: null })).refused('validation_failed');
    expect(
      await tried({ ...byTotal, filter: { path: 'data.customerId', exists: false } }, token),
    ).to.have.length(1);
  });

  it('are tried on nothing of another store, nor by a subscriber on what it didn’t get', async () => {
    const other = await createStore(scene.system);
    await other.order();
    const anything = { events: ['order.*'], filter: { path: 'event', exists: true } };
    expect(await tried(anything)).to.deep.equal([]);
    await scene.store.order();
    await scene.subscribe({ label: 'acme', events: ['order.paid'] });
    await scene.recordPaid(randomUUID());

    expect((await tried(anything, await portalOf('acme'))).map(({ event }) => event)).to.deep.equal([
      'order.paid',
    ]);
    expect(await tried(anything, await portalOf('other'))).to.deep.equal([]);
    expect(await tried(anything)).to.have.length(2);
  });

  it('have paths, each with what may be there and can be asked', async () => {
    const items = await paths('order.paid,product.created');

    const at = (path: string) => items.find((each: { path: string }) => each.path === path);
    expect(items[0]).to.deep.include({ path: 'event', values: ['order.paid', 'product.created'] });
    expect(at('data.status')).to.deep.include({ types: ['string'], isList: false });
    expect(at('data.status').values).to.include('paid');
    expect(at('data.object.total')).to.deep.equal({
      path: 'data.object.total',
      types: ['number'],
      values: [],
      operators: ['equals', 'in', 'exists', 'greater', 'less'],
      isList: false,
    });
    expect(at('data.object.lines.sku')).to.deep.include({ isList: true });
    expect(at('data.object.metadata.').types).to.have.members(['string', 'number', 'boolean']);
    expect(at('data.object.lines')).to.deep.include({ types: [], operators: ['exists'] });
    expect(at('data')).to.equal(undefined);
    const filterBy = ({ path, operators, values, types }: (typeof items)[number]) => {
      const name = path.endsWith('.') ? `${path}erp.id` : path;
      if (!operators.includes('equals')) return { path: name, exists: true };
      const [value = types[0] === 'number' ? 1 : types[0] === 'boolean'] = values;
      return values.length > 0 || types[0] !== 'string'
        ? { path: name, equals: value }
        : { path: name, exists: true };
    };
    const conditions: object[] = items.map(filterBy);
    for (let from = 0; from < conditions.length; from += 16)
      await tried({
        events: ['order.paid', 'product.created'],
        filter: { any: conditions.slice(from, from + 16) },
      });
  });

  it('have only the paths of what the caller may read', async () => {
    const names = async (token: string) =>
      (await paths('order.paid,product.created', token)).map(({ path }: { path: string }) => path);
    const ofEvents = ['event', 'data.orderId', 'data.status', 'data.previousStatus', 'data.productId'];

    expect(await names(await portalOf('acme'))).to.deep.equal(ofEvents);
    expect(await names(scene.store.token(['webhooks:read']))).to.deep.equal(ofEvents);
    const catalogue = await names(scene.store.token(['webhooks:read', 'catalog:read']));
    expect(catalogue).to.include.members(['data.object.title', 'data.object.variants.sku']);
    expect(catalogue).to.not.include('data.object.lines.sku');
  });
});
