import { randomUUID } from 'node:crypto';
import { reports } from '@service/core';
import { Prisma } from '@service/db';
import { DAY_MS } from '@service/jobs/primitives';
import { createClock, createStore, queryAsOwner, type TestStore } from '@service/testing';
import { expect } from 'chai';
import { useApi, useStoreOfEach } from '../harness.ts';
import { recordedDelivery } from './webhooks/deliveries/recorded-delivery.ts';

/** Orders of these statuses were paid. */
const IS_SALE: ReadonlySet<string> = new Set(['paid', 'shipped', 'refunded']);

interface FoundOrder {
  total?: bigint;
  status?: string;
  createdAt?: Date;
  currency?: string;
  exchangedOrderId?: string;
  attentionReasons?: string[];
  number?: bigint;
  email?: string;
}

describe('what operators are shown of a store', () => {
  const clock = createClock(new Date('2026-03-10T23:30:00.000Z'));
  const api = useApi({ now: clock.now });
  const store = useStoreOfEach(api);

  const get = (path: string, permissions?: Parameters<TestStore['token']>[0], of = store) =>
    api.request('GET', `/admin/v1${path}`, { token: of.token(permissions) });

  /** An order as it may be found later, with the money that came for it. */
  async function order(data: FoundOrder = {}) {
    const id = await store.order();
    const { total, currency = 'EUR', ...found } = { status: 'paid', createdAt: clock.now(), ...data };
    const { status, createdAt } = found;
    // What an order costs never changes: no process may.
    const costs = [id, currency, total ?? null];
    await queryAsOwner(
      'UPDATE orders SET currency = $2, total = coalesce($3::bigint, total) WHERE id = $1',
      costs,
    );
    await api.env.system.db.order.updateMany({ where: { id }, data: { ...found, updatedAt: createdAt } });
    if (IS_SALE.has(status))
      await capture(api.env.system.db, id, { total: total ?? 0n, currency, at: createdAt });
    return id;
  }

  async function capture(
    { payment }: typeof api.env.system.db,
    orderId: string,
    { total, at, currency = 'EUR' }: { total: bigint; at: Date; currency?: string },
  ): Promise<void> {
    await payment.updateMany({
      where: { orderId },
      data: { capturedAmount: total, currency, createdAt: at, updatedAt: at },
    });
  }

  /** Of orders whose totals came, and of which some went back without a credit note. */
  const figures = (currency: string, orders: number, received: number, refunds = 0) => ({
    ...{ currency, orders, sold: received, credited: 0, received, refunds, chargebacks: 0 },
    ...{ revenue: received, averageOrder: Math.round(received / orders) },
  });
  const addUp = async () => {
    while ((await reports.sumMoney(api.env.system, 100)) > 0);
  };
  const rowsOf = async (table: string): Promise<number> => {
    const [row] = await api.env.system.db.sql<{ count: number }[]>`
      SELECT count(*)::int AS count FROM ${Prisma.raw(table)} WHERE tenant_id = ${store.tenantId}::uuid`;
    return row?.count ?? 0;
  };
  const missing = () => api.env.system.db.sql`SELECT * FROM missing_money(NULL)`;

  describe('GET /admin/v1/reports/sales', () => {
    it('adds up paid orders and refunds by day and currency, of the store alone', async () => {
      const dayBefore = new Date(clock.now().getTime() - DAY_MS);
      await order({ total: 3000n, createdAt: dayBefore });
      await order({ total: 1000n });
      const refunded = await order({ total: 2000n, status: 'refunded' });
      await order({ total: 700n, currency: 'CHF' });
      for (const status of ['pending', 'cancelled']) await order({ total: 9999n, status });
      const { paymentId } = await paymentOf(refunded);
      for (const [status, amount] of [
        ['succeeded', 2000n],
        ['failed', 5n],
      ] as const)
        await api.env.system.db.refund.create({
          data: {
            tenantId: store.tenantId,
            orderId: refunded,
            paymentId,
            amount,
            currency: 'EUR',
            status,
            createdAt: clock.now(),
          },
        });

      const sales = (await get('/reports/sales', ['orders:read'])).expect(200);

      expect(sales).to.include({ from: '2026-02-09', to: '2026-03-10', timeZone: 'UTC' });
      expect(sales.days).to.deep.equal([
        { day: '2026-03-09', ...figures('EUR', 1, 3000) },
        { day: '2026-03-10', ...figures('CHF', 1, 700) },
        { day: '2026-03-10', ...figures('EUR', 2, 3000, 2000) },
      ]);
      expect(sales.totals).to.deep.equal([figures('EUR', 3, 6000, 2000), figures('CHF', 1, 700)]);
      const months = (await get('/reports/sales?interval=month')).expect(200);
      expect(months.days).to.deep.equal([
        { day: '2026-03-01', ...figures('CHF', 1, 700) },
        { day: '2026-03-01', ...figures('EUR', 3, 6000, 2000) },
      ]);
      const one = (await get('/reports/sales?from=2026-03-09&to=2026-03-09')).expect(200);
      expect(one.days).to.have.lengthOf(1);
      const stranger = await createStore(api.env.system);
      expect((await get('/reports/sales', undefined, stranger)).expect(200).days).to.deep.equal([]);
    });

    it('counts an exchange as no order of its own, and adds what was paid for it', async () => {
      const exchangedOrderId = await order({ total: 3000n });
      await order({ total: 0n, exchangedOrderId });
      await order({ total: 500n, exchangedOrderId });

      const { totals } = (await get('/reports/sales')).expect(200);

      expect(totals).to.deep.equal([figures('EUR', 1, 3500)]);
    });

    it('shows the same before and after a worker has added up the days', async () => {
      const { db } = api.env.system;
      const [refunded, shipped, cancelled] = [
        await order({ total: 3000n }),
        await order({ total: 1000n }),
        await order({ total: 700n }),
      ];
      const { paymentId } = await paymentOf(refunded);
      const refund = {
        tenantId: store.tenantId,
        paymentId,
        amount: 400n,
        currency: 'EUR',
        status: 'pending',
      };
      const { id } = await db.refund.create({
        data: { ...refund, orderId: refunded, createdAt: clock.now() },
      });
      const read = async () => (await get('/reports/sales')).expect(200);

      const before = await read();
      await addUp();
      const after = await read();
      await db.refund.updateMany({ where: { id }, data: { status: 'succeeded', updatedAt: clock.now() } });
      await db.order.updateMany({ where: { id: shipped }, data: { status: 'shipped' } });
      await db.order.updateMany({ where: { id: cancelled }, data: { status: 'cancelled' } });
      const changed = await read();
      await addUp();

      expect(after).to.deep.equal(before);
      expect(changed.totals).to.deep.equal([figures('EUR', 3, 4700, 400)]);
      expect(await read()).to.deep.equal(changed);
      expect(await rowsOf('money_changes'), 'added up').to.equal(0);
      expect(await missing()).to.deep.equal([]);
    });

    it('notes nothing of a payment that is rolled back, and lets none of a store wait for another', async () => {
      const { db } = api.env.system;
      const [first, second] = [await order({ status: 'pending' }), await order({ status: 'pending' })];
      const pay = async (client: typeof db, id: string) => {
        await client.order.updateMany({ where: { id }, data: { status: 'paid', updatedAt: clock.now() } });
        await capture(client, id, { total: 500n, at: clock.now() });
      };
      await order({ total: 900n });
      await addUp();

      const [held, released] = [deferred(), deferred()];
      const undone = db.transaction(async (tx) => {
        await pay(tx as typeof db, first);
        held.resolve();
        await released.promise;
        throw new Error('undone');
      });
      await held.promise;
      await pay(db, second);
      released.resolve();

      expect(await undone.catch(({ message }: Error) => message)).to.equal('undone');
      expect((await get('/reports/sales')).expect(200).totals).to.deep.equal([
        { ...figures('EUR', 2, 1400), sold: 2150 },
      ]);
      expect(await missing()).to.deep.equal([]);
    });

    it('is the same after `fill_ledgers` has made entries and sums of days of the orders again', async () => {
      await order({ total: 3000n });
      const shown = (await get('/reports/sales')).expect(200);
      await addUp();
      const { db } = api.env.system;
      for (const table of ['daily_money', 'money_entries'])
        await queryAsOwner(`DELETE FROM ${table} WHERE tenant_id = $1`, [store.tenantId]);
      await order({ total: 0n, status: 'pending' });
      expect((await get('/reports/sales')).expect(200).days).to.deep.equal([]);

      for (const _ of ['once', 'again']) await db.sql`SELECT fill_ledgers(${store.tenantId}::uuid)`;

      expect((await get('/reports/sales')).expect(200)).to.deep.equal(shown);
      expect(await missing()).to.deep.equal([]);
    });

    it('refuses a range that is empty or longer than a year', async () => {
      for (const query of [
        'from=2026-03-02&to=2026-03-01',
        'from=2025-03-01&to=2026-03-10',
        'from=yesterday',
      ])
        (await get(`/reports/sales?${query}`)).refused('validation_failed');
    });
  });

  describe('GET /admin/v1/home', () => {
    it('returns everything that needs an operator in one call', async () => {
      const token = store.token();
      const { id: subscriptionId } = (
        await api.request('POST', '/admin/v1/webhooks/subscriptions', {
          token,
          body: { url: 'http://127.0.0.1:1/hook', events: ['order.paid'] },
        })
      ).expect(201);
      await recordedDelivery(store, { subscriptionId, status: 'exhausted' });
      await api.env.system.db.webhookSubscription.updateMany({
        where: { id: subscriptionId },
        data: { failingSince: clock.now(), consecutiveFailures: 7 },
      });
      const orderId = await order({ attentionReasons: ['paid_after_cancellation'] });
      await order({ total: 1250n });

      const home = (await get('/home')).expect(200);

      expect(home.sales.totals[0]).to.include({ orders: 2 });
      expect(home.orders.attention.map(({ id }: { id: string }) => id)).to.deep.equal([orderId]);
      expect(home.orders.latest).to.have.lengthOf(2);
      expect(home.webhooks).to.deep.include({ failed: 0, exhausted: 1, subscriptions: 1 });
      expect(home.webhooks.days).to.have.lengthOf(30);
      expect(home.webhooks.unwell).to.deep.equal([
        {
          id: subscriptionId,
          url: 'http://127.0.0.1:1/hook',
          health: 'failing',
          failingSince: clock.now().toISOString(),
        },
      ]);
      expect(home.setup.missing).to.include('payment').and.not.include('webhooks');
      expect(home.unreadNotifications).to.equal(0);
    });

    it('has no part that the role may not read', async () => {
      const home = (await get('/home', ['webhooks:read'])).expect(200);
      expect(home).to.deep.include({ sales: null, orders: null, setup: null, unreadNotifications: null });
      expect(home.webhooks).to.be.an('object');
    });
  });

  describe('GET /admin/v1/search', () => {
    const found = async (q: string, permissions?: Parameters<TestStore['token']>[0], of = store) => {
      const { items } = (await get(`/search?q=${encodeURIComponent(q)}`, permissions, of)).expect(200);
      return items.map(({ type, id }: { type: string; id: string }) => `${type} ${id}`);
    };

    it('finds by the beginning of a number, an address or a SKU, and by an id', async () => {
      const orderId = await order({ number: 10_234n, email: 'ada@example.com' });
      const other = await order({ number: 10_235n, email: 'adam@example.com' });
      const variantId = await store.variant();
      const { productId, sku } = await api.env.system.db.variant.findFirstOrThrow({
        where: { id: variantId },
      });
      const { id: customerId, email } = await store.customer();
      const subscription = { url: 'http://127.0.0.1:1/hook', events: ['order.paid'] };
      const token = store.token();
      const { id: subscriptionId } = (
        await api.request('POST', '/admin/v1/webhooks/subscriptions', { token, body: subscription })
      ).expect(201);
      const deliveryId = await recordedDelivery(store, { subscriptionId });

      expect(await found('1023')).to.deep.equal([`order ${other}`, `order ${orderId}`]);
      expect(await found('#10234')).to.deep.equal([`order ${orderId}`]);
      expect(await found('ADA@')).to.deep.equal([`order ${orderId}`]);
      expect(await found(sku.slice(0, -1))).to.include(`product ${productId}`);
      expect(await found(email.slice(0, 8))).to.include(`customer ${customerId}`);
      for (const [id, type] of [
        [orderId, 'order'],
        [productId, 'product'],
        [customerId, 'customer'],
        [deliveryId, 'delivery'],
        [subscriptionId, 'subscription'],
      ])
        expect(await found(id ?? '')).to.deep.equal([`${type} ${id}`]);
      expect(await found('%')).to.deep.equal([]);

      expect(await found(deliveryId, ['orders:read'])).to.deep.equal([]);
      expect(await found('1023', ['webhooks:read'])).to.deep.equal([]);
      const stranger = await createStore(api.env.system);
      for (const q of ['1023', 'ada@', sku, email, orderId, deliveryId])
        expect(await found(q, undefined, stranger), q).to.deep.equal([]);
      expect(await found(randomUUID())).to.deep.equal([]);
    });
  });

  function deferred(): { promise: Promise<void>; resolve(): void } {
    let resolve = () => {};
    const promise = new Promise<void>((done) => {
      resolve = done;
    });
    return { promise, resolve };
  }

  async function paymentOf(orderId: string): Promise<{ paymentId: string }> {
    const { id } = await api.env.system.db.payment.findFirstOrThrow({ where: { orderId } });
    return { paymentId: id };
  }
});
