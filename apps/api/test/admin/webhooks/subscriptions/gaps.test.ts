import { randomUUID } from 'node:crypto';
import { createStore, until } from '@service/testing';
import { expect } from 'chai';
import { useWebhookScene } from '../scene.ts';

const SUBSCRIPTIONS = '/admin/v1/webhooks/subscriptions';

describe('GET /admin/v1/webhooks/subscriptions/{id}/gaps', () => {
  const scene = useWebhookScene();
  before(async () => {
    await scene.startWorker();
  });
  beforeEach(() => scene.moveToNewStore());
  afterEach(() => scene.receiver.answer(200));

  const gaps = async (id: string, query = '') => {
    const { status, body } = await scene.call('GET', `${SUBSCRIPTIONS}/${id}/gaps${query}`);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body;
  };
  const count = (subscriptionId: string, status: string) =>
    scene.system.db.webhookDelivery.count({ where: { subscriptionId, status } });
  const numbers = (items: { sequence: number }[]) => items.map(({ sequence }) => sequence);

  /** Events of which those of these places, from 0, are refused; answers when all have been tried. */
  async function recordWithFailures(subscriptionId: string, events: number, failing: readonly number[]) {
    const orderIds = Array.from({ length: events }, () => randomUUID());
    const refused = failing.map((place) => orderIds[place] ?? '');
    scene.receiver.answer(({ body }, response) =>
      response.writeHead(refused.some((orderId) => body.includes(orderId)) ? 500 : 200).end(),
    );
    for (const orderId of orderIds) await scene.recordPaid(orderId);
    await until(async () => (await count(subscriptionId, 'failed')) === failing.length, 'the failures');
    await until(
      async () => (await count(subscriptionId, 'delivered')) === events - failing.length,
      'the rest',
    );
    return refused;
  }

  it('returns what of the sequence was not delivered, until it is', async () => {
    const { id } = await scene.subscribe();
    expect(await gaps(id)).to.include({ total: 0, lastSequence: 0, nextCursor: null });
    const [orderId = ''] = await recordWithFailures(id, 5, [2]);

    const { items, ...rest } = await gaps(id);

    expect(rest).to.deep.equal({
      total: 1,
      isTotalCapped: false,
      page: 1,
      pageSize: 20,
      nextCursor: null,
      lastSequence: 5,
    });
    const [gap] = items;
    const request = scene.receiver.requests.find(({ body }) => body.includes(orderId));
    expect(gap.sequence).to.equal(Number(request?.headers['x-service-sequence']));
    expect(gap).to.include({ event: 'order.paid', status: 'failed', attempts: 1 });
    expect(gap).to.include({ lastError: 'unexpected status 500' });
    const { body: delivery } = await scene.call('GET', `/admin/v1/webhooks/deliveries/${gap.deliveryId}`);
    expect(delivery).to.include({ sequence: gap.sequence, nextRetryAt: gap.nextRetryAt });

    scene.receiver.answer(200);
    await scene.call('POST', `/admin/v1/webhooks/deliveries/${gap.deliveryId}/retry`);

    await until(async () => (await gaps(id)).total === 0, 'the gap to close');
    expect((await gaps(id)).lastSequence).to.equal(5);
  });

  it('counts what was never sent as no gap: a paused subscription, a test', async () => {
    const { id } = await scene.subscribe();
    scene.receiver.answer(500);
    await scene.call('POST', `${SUBSCRIPTIONS}/${id}/test`, { event: 'order.paid' });
    await scene.call('PATCH', `${SUBSCRIPTIONS}/${id}`, { active: false });
    await scene.recordPaid(randomUUID());

    expect(await gaps(id)).to.deep.include({ items: [], total: 0, lastSequence: 0 });
  });

  it('lists gaps in the order of their numbers, by page and by cursor, up to its limit', async () => {
    const { id } = await scene.subscribe();
    await scene.system.db.sql.count`
      WITH recorded AS (
        INSERT INTO webhook_events (tenant_id, name, data, occurred_at)
        SELECT ${scene.store.tenantId}::uuid, 'order.paid', '{}', now() FROM generate_series(1, 1001)
        RETURNING *
      )
      INSERT INTO webhook_deliveries (tenant_id, subscription_id, event_id, event, status, created_at, sequence)
      SELECT tenant_id, ${id}::uuid, id, name, 'exhausted', occurred_at, 2 * row_number() OVER () FROM recorded`;

    const first = await gaps(id, '?pageSize=3');
    const byCursor = await gaps(id, `?pageSize=3&cursor=${first.nextCursor}`);
    const byPage = await gaps(id, '?pageSize=3&page=2');
    const last = await gaps(id, '?pageSize=3&cursor=1998');

    expect(first).to.include({ total: 1000, isTotalCapped: true });
    expect(numbers(first.items)).to.deep.equal([2, 4, 6]);
    expect(numbers(byCursor.items)).to.deep.equal([8, 10, 12]);
    expect(byPage.items).to.deep.equal(byCursor.items);
    expect(numbers(last.items)).to.deep.equal([2000, 2002]);
    expect(last.nextCursor).to.equal(null);
  });

  it('refuses a cursor that is none', async () => {
    const { id } = await scene.subscribe();

    for (const cursor of ['0', '-1', '1.5', 'x', '9999999999999999']) {
      const { status, body } = await scene.call('GET', `${SUBSCRIPTIONS}/${id}/gaps?cursor=${cursor}`);
      expect(status, cursor).to.equal(400);
      expect(body.code).to.equal('validation_failed');
    }
  });

  it('shows another store nothing', async () => {
    const { id } = await scene.subscribe();
    await recordWithFailures(id, 1, [0]);
    const stranger = (await createStore(scene.system)).token();

    const { status, body } = await scene.call('GET', `${SUBSCRIPTIONS}/${id}/gaps`, undefined, stranger);

    expect(status).to.equal(404);
    expect(body.code).to.equal('not_found');
  });

  it('needs settings:read', async () => {
    const { id } = await scene.subscribe();

    const token = scene.store.token(['orders:read']);
    const { status } = await scene.call('GET', `${SUBSCRIPTIONS}/${id}/gaps`, undefined, token);

    expect(status).to.equal(403);
  });
});
