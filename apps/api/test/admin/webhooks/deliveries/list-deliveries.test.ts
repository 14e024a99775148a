import { randomUUID } from 'node:crypto';
import { webhooks } from '@service/core';
import { createClock, createStore, type TestStore } from '@service/testing';
import { expect } from 'chai';
import { useApi, useStore } from '../../../harness.ts';
import { recordedDelivery } from './recorded-delivery.ts';

const PATH = '/admin/v1/webhooks/deliveries';

describe('GET /admin/v1/webhooks/deliveries', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const store = useStore(api);
  const other = useStore(api);
  const subscriptions: string[] = [];
  /** Of the store, oldest first. */
  const deliveries: { id: string; subscriptionId: string; status: string }[] = [];

  before(async () => {
    for (const owner of [store, store, other]) {
      const { id } = await webhooks.createSubscription(owner.admin, {
        url: 'http://127.0.0.1:1/hook',
        events: ['order.shipped'],
      });
      subscriptions.push(id);
    }
    await record(other, subscriptions[2] ?? '', 'pending');
    for (const status of ['pending', 'delivered', 'failed', 'exhausted', 'failed'] as const) {
      for (const subscriptionId of subscriptions.slice(0, 2)) {
        deliveries.push({ id: await record(store, subscriptionId, status), subscriptionId, status });
      }
    }
  });

  /** The subscription listens for this one event only, so that each delivery has a row of its own. */
  async function record(
    owner: TestStore,
    subscriptionId: string,
    status: 'pending' | 'delivered' | 'failed' | 'exhausted',
  ): Promise<string> {
    const listen = (events: string[]) =>
      owner.admin.db.webhookSubscription.updateMany({ where: { id: subscriptionId }, data: { events } });
    clock.advance(1000);
    await listen(['order.paid']);
    const id = await recordedDelivery(owner, { subscriptionId, status, attempts: 1 });
    await listen(['order.shipped']);
    return id;
  }

  const query = (search: Record<string, string | number>, who = store) => {
    const params = Object.entries(search)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&');
    return api.request('GET', `${PATH}?${params}`, { token: who.token(['settings:read']) });
  };
  const idsOf = (body: { items: { id: string }[] }) => body.items.map(({ id }) => id);
  const newestFirst = (rows: typeof deliveries) => rows.map(({ id }) => id).reverse();

  it('returns a page of 20, newest first, with the fields of the specification', async () => {
    const body = (await query({})).expect(200);

    expect(body).to.include({ total: 10, page: 1, pageSize: 20 });
    expect(idsOf(body)).to.deep.equal(newestFirst(deliveries));
    expect(body.items[0]).to.deep.include({
      id: deliveries[9]?.id,
      subscriptionId: deliveries[9]?.subscriptionId,
      event: 'order.paid',
      status: 'failed',
      attempts: 1,
      createdAt: clock.now().toISOString(),
      nextRetryAt: clock.now().toISOString(),
      responseCode: null,
      lastError: null,
    });
  });

  it('filters by subscription', async () => {
    const [subscriptionId = ''] = subscriptions;

    const body = (await query({ subscriptionId })).expect(200);

    const wanted = deliveries.filter((row) => row.subscriptionId === subscriptionId);
    expect(body.total).to.equal(5);
    expect(idsOf(body)).to.deep.equal(newestFirst(wanted));
  });

  for (const [status, total] of Object.entries({ pending: 2, delivered: 2, failed: 4, exhausted: 2 })) {
    it(`filters by status ${status}, alone and with a subscription`, async () => {
      const [subscriptionId = ''] = subscriptions;

      const all = (await query({ status })).expect(200);
      const some = (await query({ status, subscriptionId })).expect(200);

      const wanted = deliveries.filter((row) => row.status === status);
      expect(all.total).to.equal(total);
      expect(idsOf(all)).to.deep.equal(newestFirst(wanted));
      expect(idsOf(some)).to.deep.equal(
        newestFirst(wanted.filter((row) => row.subscriptionId === subscriptionId)),
      );
    });
  }

  it('pages through all rows once, and is empty past the end', async () => {
    const pages = [];
    for (const page of [1, 2, 3, 4, 5]) pages.push((await query({ page, pageSize: 3 })).expect(200));

    expect(pages.map(({ items }) => items.length)).to.deep.equal([3, 3, 3, 1, 0]);
    expect(pages.flatMap(idsOf)).to.deep.equal(newestFirst(deliveries));
    expect(pages.at(-1)).to.deep.include({ items: [], total: 10, page: 5, pageSize: 3 });
  });

  it('orders rows of one instant by id, so that pages never repeat one', async () => {
    const owner = await createStore(api.env.system);
    const { id: subscriptionId } = await webhooks.createSubscription(owner.admin, {
      url: 'http://127.0.0.1:1/hook',
      events: ['order.paid'],
    });
    const ids = [];
    for (let n = 0; n < 5; n++) ids.push(await recordedDelivery(owner, { subscriptionId }));

    const pages = [];
    for (const page of [1, 2, 3]) pages.push((await query({ page, pageSize: 2 }, owner)).expect(200));

    expect(pages.flatMap(idsOf)).to.deep.equal(ids.sort().reverse());
  });

  it('shows nothing of another tenant, whether or not its subscription is named', async () => {
    const [, , foreign = ''] = subscriptions;

    const body = (await query({ subscriptionId: foreign })).expect(200);
    const theirs = (await query({}, other)).expect(200);

    expect(body).to.deep.include({ items: [], total: 0, page: 1, pageSize: 20 });
    expect(theirs.total).to.equal(1);
  });

  it('is empty for a subscription that doesn’t exist', async () => {
    expect((await query({ subscriptionId: randomUUID() })).expect(200).total).to.equal(0);
  });

  it('takes 1 and 200 as page size', async () => {
    expect((await query({ pageSize: 1 })).expect(200).items).to.have.length(1);
    expect((await query({ pageSize: 200 })).expect(200)).to.include({ pageSize: 200, total: 10 });
  });

  it('takes the last page there can be', async () => {
    expect((await query({ page: 1_000_000, pageSize: 200 })).expect(200).items).to.deep.equal([]);
  });

  for (const [name, value] of [
    ['pageSize', '0'],
    ['pageSize', '201'],
    ['pageSize', '-1'],
    ['pageSize', '1.5'],
    ['pageSize', 'all'],
    ['pageSize', ''],
    ['page', '0'],
    ['page', '-1'],
    ['page', '1000001'],
    ['page', '1e99'],
    ['page', 'NaN'],
    ['status', 'lost'],
    ['status', 'PENDING'],
    ['status', ''],
    ['subscriptionId', 'not-a-uuid'],
    ['subscriptionId', ''],
    ['subscriptionId', "1' OR '1'='1"],
    ['subscriptionId', '\0'],
  ] as const) {
    it(`refuses ${name}=${JSON.stringify(value)}`, async () => {
      const { errors } = (await query({ [name]: value })).refused('validation_failed');

      expect(errors?.map(({ path }) => path)).to.deep.equal([`/query/${name}`]);
    });
  }

  it('refuses a parameter that comes twice', async () => {
    const token = store.token();

    const answer = await api.request('GET', `${PATH}?page=1&page=2`, { token });

    answer.refused('validation_failed');
  });
});
