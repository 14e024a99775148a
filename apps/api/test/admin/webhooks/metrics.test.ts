import { randomUUID } from 'node:crypto';
import type { EventName } from '@service/contract';
import { inTransaction, webhooks } from '@service/core';
import { rollUpCounts } from '@service/delivery';
import { DAY_MS, HOUR_MS } from '@service/jobs/primitives';
import { createClock, createStore, until } from '@service/testing';
import { expect } from 'chai';
import { useApi, useStoreOfEach } from '../../harness.ts';

describe('GET /admin/v1/webhooks/metrics', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const store = useStoreOfEach(api);

  const subscribe = async (
    events: ('order.paid' | 'order.shipped')[] = ['order.paid', 'order.shipped'],
  ): Promise<string> => (await webhooks.createSubscription(store.admin, { kind: 'pull', events })).id;

  /** An event, claimed and reported by the subscriber. */
  async function attempt(
    id: string,
    outcome: { responseCode: number | null; durationMs: number; error?: string },
    event: EventName & ('order.paid' | 'order.shipped') = 'order.paid',
  ): Promise<string> {
    const post = (path: string, body: object) =>
      api.request('POST', `/admin/v1/webhooks/subscriptions/${id}/${path}`, { token: store.token(), body });
    const happened = { orderId: randomUUID(), status: 'paid', previousStatus: 'pending' } as const;
    await inTransaction(store.admin, (tx) => webhooks.recordEvent(tx, event, happened));
    const { deliveryId } = (await post('claims', { limit: 1 })).expect(200).items[0];
    (await post('outcomes', { outcomes: [{ deliveryId, ...outcome }] })).expect(200);
    return deliveryId;
  }

  const metrics = async (query = '', of = store) =>
    (
      await api.request('GET', `/admin/v1/webhooks/metrics${query}`, { token: of.token(['webhooks:read']) })
    ).expect(200);

  const OK = { responseCode: 204, durationMs: 40 };
  const DOWN = { responseCode: 503, durationMs: 900 };

  it('counts for a portal session what is of its own subscriptions, whatever it asks for', async () => {
    const [own, other] = [await subscribe(), await subscribe()];
    await attempt(own, OK);
    await attempt(other, DOWN);
    const body = { subscriptionIds: [own], capabilities: ['view'] };
    const { url } = (
      await api.request('POST', '/admin/v1/webhooks/portal-sessions', { token: store.token(), body })
    ).expect(201);
    const token = new URL(url).hash.replace('#token=', '');
    const seen = async (query: string) =>
      (await api.request('GET', `/admin/v1/webhooks/metrics${query}`, { token })).expect(200);

    const found = await seen('');
    expect(found.total).to.include({ attempts: 1, succeeded: 1, failed: 0 });
    expect(found.bySubscription.map((each: Record<string, unknown>) => each.subscriptionId)).to.deep.equal([
      own,
    ]);
    expect(found.byError).to.deep.equal([]);
    expect((await seen(`?subscriptionId=${other}`)).total).to.include({ attempts: 0 });
  });

  it('counts the store’s own deliveries by event, subscription, response and error', async () => {
    // The clock stands still: which of two that are due is claimed first isn't said.
    const [one, other] = [await subscribe(), await subscribe(['order.paid'])];
    await attempt(one, OK);
    await attempt(one, OK, 'order.shipped');
    await attempt(other, DOWN);
    await attempt(other, { responseCode: null, durationMs: 10_000, error: 'timeout' });

    const found = await metrics();

    expect(found.total).to.deep.include({ attempts: 4, succeeded: 2, failed: 2 });
    expect(found.total.deliveries).to.deep.equal({ delivered: 2, failed: 2, exhausted: 0 });
    expect(
      found.byEvent.map(({ event, attempts }: Record<string, unknown>) => [event, attempts]),
    ).to.deep.equal([
      ['order.paid', 3],
      ['order.shipped', 1],
    ]);
    const bySubscription = found.bySubscription.map((each: Record<string, unknown>) => [
      each.subscriptionId,
      each.succeeded,
    ]);
    expect(new Map(bySubscription)).to.deep.equal(
      new Map([
        [one, 2],
        [other, 0],
      ]),
    );
    expect(found.byResponseClass).to.deep.equal([
      { responseClass: 'none', attempts: 1 },
      { responseClass: '2xx', attempts: 2 },
      { responseClass: '5xx', attempts: 1 },
    ]);
    expect(found.byError).to.have.deep.members([
      { error: 'unexpected status 503', attempts: 1 },
      { error: 'timeout', attempts: 1 },
    ]);
    expect(found.histogram).to.deep.equal([
      { upToMs: 50, attempts: 2 },
      { upToMs: 1000, attempts: 1 },
      { upToMs: 10_000, attempts: 1 },
    ]);
    expect(found.total.p50Ms).to.be.within(30, 50);
    expect(found.total.p99Ms).to.be.within(7000, 10_000);

    expect((await metrics(`?subscriptionId=${one}`)).total.attempts).to.equal(2);
    expect((await metrics('?event=order.shipped')).total.attempts).to.equal(1);
    const stranger = await createStore(api.env.system);
    expect((await metrics(`?subscriptionId=${one}`, stranger)).total.attempts).to.equal(0);
  });

  it('counts a report once, however often it is repeated, and no test', async () => {
    const id = await subscribe();
    const deliveryId = await attempt(id, OK);
    const token = store.token();
    const report = { outcomes: [{ deliveryId, ...OK }] };
    await api.request('POST', `/admin/v1/webhooks/subscriptions/${id}/outcomes`, { token, body: report });
    expect((await metrics()).total.attempts).to.equal(1);
  });

  it('has one point for each minute, hour or day, and the same sums by each of them', async () => {
    const id = await subscribe();
    await attempt(id, OK);
    clock.advance(HOUR_MS);
    await attempt(id, DOWN);

    const [minutes, hours, days] = [
      await metrics(`?interval=minute&from=${new Date(clock.now().getTime() - 2 * HOUR_MS).toISOString()}`),
      await metrics('?interval=hour'),
      await metrics('?interval=day'),
    ];

    expect([minutes.series.length, hours.series.length, days.series.length]).to.deep.equal([121, 24, 30]);
    for (const { series, total } of [minutes, hours, days]) {
      expect(total.attempts).to.equal(2);
      const attempts = series.map((point: { attempts: number }) => point.attempts);
      expect(attempts.reduce((sum: number, count: number) => sum + count)).to.equal(2);
    }
    expect(hours.series.slice(-2).map((point: { failed: number }) => point.failed)).to.deep.equal([0, 1]);
  });

  it('adds up what is old without losing or doubling a count', async () => {
    const id = await subscribe();
    for (const outcome of [OK, DOWN, OK]) await attempt(id, outcome);
    const rows = () =>
      api.env.system.db.webhookOutcomeCount.findMany({ where: { tenantId: store.tenantId } });
    const grains = async () => [...new Set((await rows()).map(({ grain }) => grain))];
    const before = await metrics('?interval=day');

    clock.advance(9 * HOUR_MS);
    await Promise.all([rollUpCounts(api.env.system), rollUpCounts(api.env.system)]);
    expect(await grains()).to.deep.equal(['hour']);
    clock.advance(17 * DAY_MS);
    await rollUpCounts(api.env.system);

    expect(await grains()).to.deep.equal(['day']);
    const after = await metrics('?interval=day');
    expect(after.total).to.deep.equal(before.total);
    expect(after.byError).to.deep.equal(before.byError);

    clock.advance(80 * DAY_MS);
    await rollUpCounts(api.env.system);
    expect(await rows()).to.deep.equal([]);
  });

  it('removes old days without waiting for a row that another transaction holds', async () => {
    await attempt(await subscribe(), OK);
    const { webhookOutcomeCount } = store.admin.db;
    const at = new Date(clock.now().getTime() - 93 * DAY_MS);
    await api.env.database.system.sql.count`
      INSERT INTO webhook_outcome_counts
        (tenant_id, at, grain, subscription_id, event, error, response_class, up_to_ms, attempts, delivered, failed, exhausted)
      SELECT tenant_id, ${at}::timestamptz, 'day', subscription_id, event, error, response_class, n, attempts, delivered, failed, exhausted
      FROM webhook_outcome_counts, generate_series(0, 5000) n
      WHERE tenant_id = ${store.tenantId}::uuid`;
    const left = () => webhookOutcomeCount.findMany({ where: { grain: 'day' }, select: { upToMs: true } });

    let letGo = () => {};
    const released = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let isHeld = false;
    const holding = inTransaction(store.admin, async (tx) => {
      await tx.db.webhookOutcomeCount.updateMany({
        where: { grain: 'day', upToMs: 17 },
        data: { failed: 0 },
      });
      isHeld = true;
      await released;
    });
    await until(() => isHeld, 'a row to be held');

    await rollUpCounts(api.env.system).finally(letGo);
    await holding;

    expect(await left()).to.deep.equal([{ upToMs: 17 }]);
    await rollUpCounts(api.env.system);
    expect(await left()).to.deep.equal([]);
  });

  it('refuses a range that is empty, or older than what is kept', async () => {
    const get = (query: string) =>
      api.request('GET', `/admin/v1/webhooks/metrics?${query}`, { token: store.token() });
    const ago = (ms: number) => new Date(clock.now().getTime() - ms).toISOString();
    for (const query of [
      `interval=minute&from=${ago(8 * HOUR_MS)}`,
      `interval=hour&from=${ago(16 * DAY_MS)}`,
      `interval=day&from=${ago(92 * DAY_MS)}`,
      `from=${ago(HOUR_MS)}&to=${ago(2 * HOUR_MS)}`,
    ])
      (await get(query)).refused('validation_failed');
  });
});
