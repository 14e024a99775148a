import { randomUUID } from 'node:crypto';
import type { WebhookFilter } from '@service/contract';
import { inTransaction, orders, webhooks } from '@service/core';
import { createStore, spyOnPostgres, type TestStore, useFixture } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { createShop } from '../../store/shop.ts';

const SUBSCRIPTIONS = [0, 1, 50];

describe('what an event costs the change that it is about', () => {
  const api = useApi();
  const spy = useFixture(async () => spyOnPostgres(), { close: (opened) => opened.close() });

  async function storeWith(subscriptions: number): Promise<TestStore> {
    const store = await createStore(api.env.system);
    for (let made = 0; made < subscriptions; made += 1)
      await webhooks.createSubscription(store.admin, {
        url: `http://127.0.0.1/${made}`,
        events: ['order.paid', 'product.updated'],
      });
    return store;
  }

  async function statementsOf(act: () => Promise<unknown>): Promise<string[]> {
    spy.statements();
    await act();
    return spy.statements();
  }

  const deliveriesOf = ({ tenantId }: TestStore) =>
    api.env.system.db.webhookDelivery.count({ where: { tenantId } });

  for (const subscriptions of SUBSCRIPTIONS) {
    it(`is at most two statements with ${subscriptions} subscriptions`, async () => {
      const store = await storeWith(subscriptions);
      const paid = { orderId: randomUUID(), status: 'paid', previousStatus: 'pending' } as const;

      const one = await statementsOf(() =>
        inTransaction(store.admin, (tx) => webhooks.recordEvent(tx, 'order.paid', paid)),
      );
      const ten = await statementsOf(() =>
        inTransaction(store.admin, (tx) =>
          webhooks.recordEvents(tx, 'order.paid', Array(10).fill({ ...paid, orderId: randomUUID() })),
        ),
      );

      expect(one.length, one.join('\n')).to.be.within(1, 2);
      expect(ten.length, ten.join('\n')).to.equal(one.length);
      expect(await deliveriesOf(store)).to.equal(11 * subscriptions);
    });
  }

  it('is nothing more for a full payload that a filter refuses by the data of the event', async () => {
    const counted: number[] = [];
    for (const path of ['data.status', 'data.object.status']) {
      const store = await createStore(api.env.system);
      const filter: WebhookFilter = { path, equals: 'cancelled' };
      await webhooks.createSubscription(store.admin, {
        ...{ url: 'http://127.0.0.1/', events: ['order.paid', 'order.cancelled'], payload: 'full', filter },
      });
      const orderId = await store.order();
      const paid = { orderId, status: 'paid', previousStatus: 'pending' } as const;

      const recording = await statementsOf(() =>
        inTransaction(store.admin, (tx) => webhooks.recordEvent(tx, 'order.paid', paid)),
      );

      counted.push(recording.length);
      expect(await deliveriesOf(store)).to.equal(0);
    }
    const [byData, byResource] = counted;
    expect(byData).to.equal(1);
    expect(byResource).to.be.above(2);
  });

  it('is one statement of a checkout for each event of the stock that somebody lists', async () => {
    const counted: number[] = [];
    // The first checkout of a process also reads what is kept.
    for (const events of [[], [], ['order.paid'], ['inventory.changed'], ['inventory.*']]) {
      const shop = await createShop(api);
      if (events.length > 0)
        (await shop.admin('POST', '/webhooks/subscriptions', { url: 'http://127.0.0.1/', events })).expect(
          201,
        );
      const variant = await shop.variant({ stockQuantity: 1 });
      const cartId = await shop.fullCart({ [variant.id]: 1 });
      counted.push((await statementsOf(async () => (await shop.checkOut(cartId)).expect(201))).length);
    }

    const [none = 0] = counted.splice(0, 2).slice(1);
    expect([none, ...counted]).to.deep.equal([none, none, none + 1, none + 2]);
  });

  it('is, of full payloads, one statement more than reading the resource, however many get it', async () => {
    const counted: number[] = [];
    for (const subscriptions of [1, 50]) {
      const store = await createStore(api.env.system);
      for (let made = 0; made < subscriptions; made += 1)
        await webhooks.createSubscription(store.admin, {
          url: `http://127.0.0.1/${made}`,
          events: ['order.paid'],
          payload: 'full',
        });
      const orderId = await store.order();
      const paid = { orderId, status: 'paid', previousStatus: 'pending' } as const;
      const reading = await statementsOf(() =>
        inTransaction(store.admin, (tx) => orders.getOrder(tx, orderId)),
      );

      const recording = await statementsOf(() =>
        inTransaction(store.admin, (tx) => webhooks.recordEvents(tx, 'order.paid', [paid, paid])),
      );

      // Beside it one to record the events, and one for their payloads and deliveries.
      expect(recording.length - reading.length, recording.join('\n')).to.equal(2);
      counted.push(recording.length);
      expect(await deliveriesOf(store)).to.equal(2 * subscriptions);
    }
    expect(counted[1]).to.equal(counted[0]);
  });

  it('is one statement for filters that read a resource, and none for those that don’t', async () => {
    const orderId = randomUUID();
    const paid = { orderId, status: 'paid', previousStatus: 'pending' } as const;
    const costOf = async (filter: WebhookFilter | undefined, events: number) => {
      const store = await createStore(api.env.system);
      for (let made = 0; made < 3; made += 1)
        await webhooks.createSubscription(store.admin, {
          url: `http://127.0.0.1/${made}`,
          events: ['order.paid'],
          ...(filter ? { filter } : {}),
        });
      const statements = await statementsOf(() =>
        inTransaction(store.admin, (tx) => webhooks.recordEvents(tx, 'order.paid', Array(events).fill(paid))),
      );
      expect(await deliveriesOf(store)).to.equal(3 * events);
      return statements.length;
    };

    const none = await costOf(undefined, 10);
    expect(await costOf({ path: 'data.status', equals: 'paid' }, 10)).to.equal(none);
    expect(await costOf({ not: { path: 'data.actor.type', equals: 'job' } }, 10)).to.equal(none + 1);
    // The order isn't there: it is looked for once, and what is about it doesn't hold.
    const byOrder = { not: { path: 'data.object.total', greater: 1 } };
    expect(await costOf(byOrder, 10)).to.equal(await costOf(byOrder, 1));
  });

  it('leaves a change of a product at the same number of statements, whoever listens', async () => {
    const counted: number[] = [];
    for (const subscriptions of SUBSCRIPTIONS) {
      const store = await storeWith(subscriptions);
      const send = (method: string, path: string, title: string) =>
        api.request(method, `/admin/v1/products${path}`, { token: store.token(), body: { title } });
      const { id } = (await send('POST', '', 'Lamp')).expect(201);

      counted.push((await statementsOf(() => send('PATCH', `/${id}`, 'Better lamp'))).length);

      expect(await deliveriesOf(store)).to.equal(subscriptions);
    }
    expect(counted, counted.join(', ')).to.deep.equal(SUBSCRIPTIONS.map(() => counted[0]));
  });
});
