import { PAYLOAD_VERSIONS } from '@service/contract';
import { expect } from 'chai';
import { useWebhookScene } from '../scene.ts';

const SUBSCRIPTIONS = '/admin/v1/webhooks/subscriptions';

interface Envelope {
  data: Record<string, unknown> & { object: Record<string, unknown> };
}

/** A version before the first one, in which an order was called a sale. */
const OLDER: (typeof PAYLOAD_VERSIONS)[number] = {
  name: 'v0',
  fromNext: ({ object, ...rest }, event) =>
    event.startsWith('order.') && object ? { ...rest, object: { sale: object.id } } : { ...rest, object },
  deprecated: {
    since: '1.4.0',
    announced: '2027-01-31',
    removal: '2.0.0',
    sunset: '2028-01-31',
    guide: '/docs/versioning#sales',
  },
};

describe('the version of a subscription', () => {
  const scene = useWebhookScene();
  before(() => {
    PAYLOAD_VERSIONS.unshift(OLDER);
  });
  after(() => {
    PAYLOAD_VERSIONS.shift();
  });
  beforeEach(() => scene.moveToNewStore());

  const subscribe = (input: object = {}) =>
    scene.subscribe({ kind: 'pull', url: undefined, events: ['order.created'], payload: 'full', ...input });
  /** As subscriptions are that were made while it was the newest one. */
  const pinToOlder = (id: string) =>
    scene.system.db.webhookSubscription.updateMany({ where: { id }, data: { apiVersion: OLDER.name } });
  const get = async (path: string) => (await scene.call('GET', `/admin/v1${path}`)).expect(200);

  /** What a subscription gets: signed and presented as what is sent. */
  async function claim(id: string): Promise<{ data: Envelope['data']; headers: Record<string, string> }> {
    const [item, ...others] = (await scene.call('POST', `${SUBSCRIPTIONS}/${id}/claims`, {})).expect(
      200,
    ).items;
    expect(others).to.be.empty;
    return { data: JSON.parse(item.body).data, headers: item.headers };
  }

  it('is the newest one when it is made, and stays', async () => {
    const made = await subscribe();
    expect(made).to.include({ apiVersion: 'v1', apiVersionEndsAt: null });
    const unknown = await scene.call('PATCH', `${SUBSCRIPTIONS}/${made.id}`, { apiVersion: 'v7' });
    expect(unknown.body.errors[0].path).to.equal('/body/apiVersion');
    expect(await get(`/webhooks/subscriptions/${made.id}`)).to.include({ apiVersion: 'v1', version: 1 });
  });

  it('is each subscription’s own, in which full payloads are presented, also in the log', async () => {
    const [older, newest] = [await subscribe(), await subscribe()];
    await pinToOlder(older.id);
    const orderId = await scene.store.order();

    expect((await claim(older.id)).data.object).to.deep.equal({ sale: orderId });
    expect((await claim(newest.id)).data.object).to.include({ id: orderId });
    const [kept, ...others] = await scene.store.admin.db.webhookFullPayload.findMany();
    expect(others).to.be.empty;
    expect(kept).to.include({ apiVersion: 'v1' });
    const { items } = await get(`/webhooks/deliveries?subscriptionId=${older.id}`);
    const shown = await get(`/webhooks/deliveries/${items[0].id}`);
    expect(shown).to.include({ apiVersion: 'v0' });
    expect(shown.payload.data.object).to.deep.equal({ sale: orderId });
  });

  it('says in each delivery when it ends, and in the subscription', async () => {
    const [older, newest] = [await subscribe(), await subscribe()];
    await pinToOlder(older.id);
    await scene.store.order();

    expect((await claim(older.id)).headers).to.include({
      Sunset: 'Mon, 31 Jan 2028 00:00:00 GMT',
      Deprecation: '@1801353600',
      'X-API-Deprecation': 'since=1.4.0; removal=2.0.0; sunset=2028-01-31',
      Link: '</docs/versioning#sales>; rel="deprecation"; type="text/html"',
    });
    expect((await claim(newest.id)).headers).not.to.have.any.keys('Sunset', 'Deprecation', 'Link');
    const ends = { apiVersion: 'v0', apiVersionEndsAt: '2028-01-31T00:00:00.000Z' };
    expect(await get(`/webhooks/subscriptions/${older.id}`)).to.include(ends);
  });

  it('can be changed to a newer one, in which what waits is sent, too', async () => {
    const { id } = await subscribe();
    await pinToOlder(id);
    const orderId = await scene.store.order();
    const changed = await scene.call('PATCH', `${SUBSCRIPTIONS}/${id}`, { apiVersion: 'v1' });

    expect(changed.body).to.include({ apiVersion: 'v1', apiVersionEndsAt: null });
    const { data, headers } = await claim(id);
    expect(data.object).to.include({ id: orderId });
    expect(headers).not.to.have.property('Deprecation');
  });

  it('changes nothing of a thin payload, nor of one recorded before there was a newer version', async () => {
    const [early, thin] = [await subscribe(), await subscribe({ payload: 'thin' })];
    await pinToOlder(thin.id);
    const orderId = await scene.store.order();
    const recorded = JSON.stringify({ object: { sale: orderId }, changes: null, actor: null });
    await scene.system.db.sql.count`
      UPDATE webhook_full_payloads SET api_version = ${OLDER.name}, payload = ${recorded}::json
      WHERE tenant_id = ${scene.store.tenantId}::uuid`;

    expect((await claim(early.id)).data.object).to.deep.equal({ sale: orderId });
    const { data, headers } = await claim(thin.id);
    expect(data).to.include({ orderId }).and.not.have.property('object');
    expect(headers).not.to.have.property('Deprecation');
  });
});
