import { cancellation, orders } from '@service/core';
import { MINUTE_MS } from '@service/jobs/primitives';
import { type Clock, createClock, createStore, paymentSucceeded, type TestStore } from '@service/testing';
import { expect } from 'chai';
import { startApi, type TestApi } from '../../harness.ts';
import { createProvider } from '../../webhooks/payment/callback.ts';
import { createEvents } from '../../webhooks/payment/provider-events.ts';

describe('orders that nobody pays', () => {
  let clock: Clock;
  let api: TestApi;
  let store: TestStore;

  beforeEach(async () => {
    clock = createClock();
    api = await startApi({ now: clock.now });
    // Left by the tests before, as unpaid as they are.
    await api.env.database.system.order.updateMany({
      where: { status: 'pending' },
      data: { createdAt: new Date('2100-01-01') },
    });
    store = await createStore(api.env.system);
  });

  afterEach(() => api.close());

  const expire = (limit?: number) => cancellation.expireUnpaidOrders(api.env.system, limit);
  const pay = (orderId: string) => createProvider(api)(paymentSucceeded(orderId));
  const reserved = async () => {
    const { _sum } = await store.admin.db.variant.aggregate({ _sum: { reserved: true } });
    return Number(_sum.reserved);
  };
  const statuses = async () => {
    const rows = await store.admin.db.order.findMany({ orderBy: { number: 'asc' } });
    return rows.map(({ status }) => status);
  };

  it('stay when their payment begins to be processed just before they would be cancelled', async () => {
    const id = await store.order();
    const [payment] = await store.admin.db.payment.findMany({ where: { orderId: id } });
    const { processing } = createEvents(payment?.providerPaymentId ?? '');
    clock.advance(30 * MINUTE_MS);
    const { system } = api.env;
    const findThenTell = async (...asked: Parameters<typeof system.db.sql>) => {
      const due = await system.db.sql(...asked);
      (await createProvider(api)(processing())).expect(200);
      return due;
    };
    const db = new Proxy(system.db, {
      get: (target, name) => (name === 'sql' ? findThenTell : Reflect.get(target, name)),
    });

    expect(await cancellation.expireUnpaidOrders({ ...system, db })).to.equal(0);

    expect(await statuses()).to.deep.equal(['pending']);
    expect(await reserved()).to.equal(1);
  });

  it('give the use of their discount back', async () => {
    const late = await store.order();
    const { id } = await store.admin.db.discount.create({
      data: { tenantId: store.tenantId, code: 'ONCE', kind: 'free_shipping', usageLimit: 1, timesUsed: 1 },
    });
    await store.admin.db.order.updateMany({ where: { id: late }, data: { discounts: [{ id }] } });
    clock.advance(30 * MINUTE_MS);

    await expire();

    expect(await store.admin.db.discount.findFirstOrThrow({ where: { id } })).to.include({ timesUsed: 0 });
  });

  it('are cancelled after 30 minutes, and their stock is for sale again', async () => {
    const late = await store.order();
    const paid = await store.order();
    (await pay(paid)).expect(200);
    clock.advance(30 * MINUTE_MS - 1);
    await store.order();
    expect(await expire()).to.equal(0);
    clock.advance(1);

    expect(await expire()).to.equal(1);

    expect(await statuses()).to.deep.equal(['cancelled', 'paid', 'pending']);
    expect(await reserved()).to.equal(2);
    expect((await orders.getOrder(store.admin, late)).history.at(-1)).to.deep.include({
      status: 'cancelled',
      previousStatus: 'pending',
      actor: 'system',
      details: { reason: 'unpaid' },
    });
    const events = await store.admin.db.webhookEvent.findMany({ where: { name: 'order.cancelled' } });
    expect(events.map(({ data }) => data)).to.deep.equal([
      { orderId: late, status: 'cancelled', previousStatus: 'pending' },
    ]);
  });

  it('are cancelled after as many minutes as the setting says', async () => {
    const patient = await startApi({ now: clock.now, settings: { unpaidOrderMinutes: 90 } });
    try {
      await store.order();
      clock.advance(90 * MINUTE_MS - 1);
      expect(await cancellation.expireUnpaidOrders(patient.env.system)).to.equal(0);
      expect(await statuses()).to.deep.equal(['pending']);
      expect(await reserved()).to.equal(1);
      clock.advance(1);

      expect(await cancellation.expireUnpaidOrders(patient.env.system)).to.equal(1);

      expect(await statuses()).to.deep.equal(['cancelled']);
    } finally {
      await patient.close();
    }
  });

  it('stay while the provider is processing their payment', async () => {
    const id = await store.order();
    const [payment] = (await orders.getOrder(store.admin, id)).payments;
    (await createProvider(api)(createEvents(payment?.providerPaymentId ?? '').processing())).expect(200);
    clock.advance(30 * MINUTE_MS);

    expect(await expire()).to.equal(0);
  });

  it('are cancelled once each by 5 workers at once, in batches', async () => {
    for (let placed = 0; placed < 12; placed += 1) await store.order();
    clock.advance(30 * MINUTE_MS);

    expect(await expire(3)).to.equal(3);
    const counts = await Promise.all(Array.from({ length: 5 }, () => expire()));

    expect(counts.reduce((sum, count) => sum + count, 0)).to.equal(9);
    expect(await reserved()).to.equal(0);
    expect(await store.admin.db.webhookEvent.count({ where: { name: 'order.cancelled' } })).to.equal(12);
  });

  it('end paid, with their stock held, when the payment arrives at the same moment', async () => {
    const ids: string[] = [];
    for (let placed = 0; placed < 10; placed += 1) ids.push(await store.order());
    clock.advance(30 * MINUTE_MS);

    const [, , ...answers] = await Promise.all([expire(), expire(), ...ids.map(pay)]);

    for (const answer of answers) answer.expect(200);
    expect(await statuses()).to.deep.equal(ids.map(() => 'paid'));
    expect(await reserved()).to.equal(10);
    // Whoever came second: a late payment is flagged, and one in time isn't.
    for (const id of ids) {
      const { history, attention } = await orders.getOrder(store.admin, id);
      const wasCancelled = history.some(({ status }) => status === 'cancelled');
      expect(attention).to.equal(wasCancelled ? 'paid_after_cancellation' : null);
    }
  });
});
