import { orders, webhooks } from '@service/core';
import {
  createStore,
  openSilentWire,
  paymentSucceeded,
  queryAsOwner,
  type SilentWire,
  type TestStore,
  testDatabaseUrl,
} from '@service/testing';
import { expect } from 'chai';
import { startApi, type TestApi } from '../../harness.ts';
import { snapshot } from '../../table-snapshot.ts';
import { createProvider } from './callback.ts';

describe('POST /webhooks/payment that fails while it is processed', () => {
  let wire: SilentWire;
  let api: TestApi;
  /** The same database, on a wire that is never cut. */
  let outside: TestApi;
  let store: TestStore;
  let orderId: string;

  before(async () => {
    wire = await openSilentWire(await testDatabaseUrl());
    api = await startApi({ databaseUrl: wire.url });
    outside = await startApi();
    store = await createStore(outside.env.system);
    await webhooks.createSubscription(store.admin, {
      url: 'http://127.0.0.1:1/hook',
      events: ['order.paid'],
    });
  });

  beforeEach(async () => {
    orderId = await store.order();
  });

  after(async () => {
    await api.close();
    await outside.close();
    await wire.close();
  });

  const paid = async () => (await orders.getOrder(store.admin, orderId)).status === 'paid';
  const deliveries = () =>
    store.admin.db.webhookDelivery.count({
      where: { webhookEvent: { data: { path: ['orderId'], equals: orderId } } },
    });

  /** Makes Postgres refuse the rows of this store's events, the last that are written. */
  async function withRefusal<T>(fn: () => Promise<T>): Promise<T> {
    await queryAsOwner(
      `CREATE FUNCTION refuse_event() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'disk full'; END $$`,
    );
    await queryAsOwner(
      `CREATE TRIGGER refuse_event BEFORE INSERT ON webhook_events FOR EACH ROW
       WHEN (NEW.tenant_id = '${store.tenantId}') EXECUTE FUNCTION refuse_event()`,
    );
    try {
      return await fn();
    } finally {
      await queryAsOwner('DROP FUNCTION refuse_event CASCADE');
    }
  }

  it('returns 500 and stores nothing, so that the provider’s repeat works', async () => {
    const event = paymentSucceeded(orderId);
    const before = await snapshot(outside.env);

    await withRefusal(async () => {
      const answer = await createProvider(api)(event);

      answer.refused('internal_error');
      expect(JSON.stringify(answer.body)).to.not.include('disk full');
      expect(await snapshot(outside.env)).to.deep.equal(before);
    });
    (await createProvider(api)(event)).expect(200);

    expect(await paid()).to.equal(true);
    expect(await deliveries()).to.equal(1);
  });

  it('wakes no worker for what was rolled back', async () => {
    const enqueued = api.env.enqueued.length;

    await withRefusal(async () =>
      (await createProvider(api)(paymentSucceeded(orderId))).refused('internal_error'),
    );

    expect(api.env.enqueued).to.have.length(enqueued);
  });

  it('returns 503 while the database is away, and is executed when it is back', async () => {
    const event = paymentSucceeded(orderId);
    const before = await snapshot(outside.env);

    await wire.cut();
    (await createProvider(api)(event)).refused('dependency_unavailable');
    expect(await snapshot(outside.env)).to.deep.equal(before);
    await wire.restore();
    (await createProvider(api)(event)).expect(200);

    expect(await paid()).to.equal(true);
    expect(await deliveries()).to.equal(1);
  });

  it('returns 503 to each of many at once while the database is away', async () => {
    await wire.cut();

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => createProvider(api)(paymentSucceeded(orderId))),
    );

    for (const answer of answers) answer.refused('dependency_unavailable');
    await wire.restore();
    (await createProvider(api)(paymentSucceeded(orderId))).expect(200);
    expect(await deliveries()).to.equal(1);
  });
});
