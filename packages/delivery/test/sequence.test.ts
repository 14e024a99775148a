import { randomUUID } from 'node:crypto';
import { readWebhookSequence } from '@service/client-js/webhooks';
import { expect } from 'chai';
import { webhooks } from '../../core/src/index.ts';
import {
  anotherStore,
  createMigratedDatabase,
  deliveryRow,
  LEASE_MS,
  openEngine,
  openScene,
  RETRY_DELAYS_MS,
  recordEvent,
  recordEvents,
  refsOf,
  type Scene,
  type TestEngine,
  until,
} from '../../testing/src/index.ts';
import { Capacity, claimDeliveries, removeDeleted } from '../src/index.ts';

const FREE = { free: 1000, newSubscription: 1000 };
const CLAIM = {
  leaseMs: LEASE_MS,
  maxAttempts: 7,
  capacity: { stores: [], subscriptions: [], others: FREE },
};

describe('X-Service-Sequence', () => {
  let databaseUrl: string;
  let scene: Scene;
  let engines: TestEngine[];
  before(async () => {
    databaseUrl = await createMigratedDatabase('sequence');
  });
  beforeEach(async () => {
    scene = await openScene({ databaseUrl });
    engines = [];
  });
  afterEach(async () => {
    await Promise.all(engines.map((each) => each.close()));
    await scene.close();
  });

  function worker(perLane: number): TestEngine {
    const { sender } = scene;
    const schedule = RETRY_DELAYS_MS;
    const capacity = new Capacity(perLane);
    const engine = openEngine(scene, {
      sender,
      schedule,
      leaseMs: LEASE_MS,
      capacity,
      enqueueTenant: () => {},
    });
    engines.push(engine);
    return engine;
  }

  const received = () => scene.receiver.requests.map(({ headers }) => readWebhookSequence(headers));
  const stored = async (subscriptionId = scene.subscriptionId) => {
    const rows = await scene.system.db.webhookDelivery.findMany({ where: { subscriptionId } });
    return rows
      .flatMap(({ sequence }) => (sequence === null ? [] : [Number(sequence)]))
      .sort((a, b) => a - b);
  };
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

  it('counts the deliveries of a subscription from one, whatever others have', async () => {
    const other = await anotherStore(scene, scene.store);

    for (let count = 0; count < 3; count += 1) {
      const [id = ''] = await recordEvents(scene, 1, 'order.shipped');
      await scene.deliver(id);
    }
    const [theirs = ''] = await recordEvents(other, 1);
    await scene.deliver(theirs);

    expect(received()).to.deep.equal([1, 2, 3]);
    expect(other.receiver.requests[0]?.headers['x-service-sequence']).to.equal('1');
  });

  it('is the same at every attempt of a delivery, also one by hand', async () => {
    const id = await recordEvent(scene);
    scene.receiver.answer(500);
    await scene.deliver(id);
    await scene.deliver(await recordEvent(scene));
    scene.clock.advance(60_000);
    await scene.deliver(id);

    await webhooks.retryDelivery(scene.store.admin, id);
    await scene.deliver(id);

    expect(received()).to.deep.equal([1, 2, 1, 1]);
    expect((await webhooks.getDelivery(scene.store.admin, id)).sequence).to.equal(1);
  });

  it('has no gap when several workers claim the same lanes, with and without jobs', async () => {
    const other = await anotherStore(scene, scene.store);
    const ids = await recordEvents(scene, 150);
    const shipped = await recordEvents(scene, 50, 'order.shipped');
    const workers = [worker(4), worker(4), worker(4)];

    await Promise.all([
      ...workers.flatMap((each) => [...ids, ...shipped].map(each.deliver)),
      ...workers.map((each) => each.drain(scene.store.tenantId)),
    ]);

    const isDone = async (subscriptionId: string, count: number) =>
      (await scene.system.db.webhookDelivery.count({ where: { subscriptionId, status: 'delivered' } })) ===
      count;
    await until(() => isDone(scene.subscriptionId, 200), 'all of one');
    await until(() => isDone(other.subscriptionId, 150), 'all of the other');
    expect(received().sort((a, b) => Number(a) - Number(b))).to.deep.equal(upTo(200));
    expect(await stored()).to.deep.equal(upTo(200));
    expect(await stored(other.subscriptionId)).to.deep.equal(upTo(150));
  });

  it('takes the numbers of a claim back that fails', async () => {
    const ids = await recordEvents(scene, 5);
    const failed = scene.system.db.transaction(async (db) => {
      await claimDeliveries({ ...scene.system, db }, refsOf(scene, ids), CLAIM);
      throw new Error('the database went away');
    });
    await failed.catch(() => {});

    const { claimed } = await claimDeliveries(scene.system, refsOf(scene, ids.slice(0, 2)), CLAIM);

    expect(claimed.map(({ sequence }) => sequence).sort()).to.deep.equal([1, 2]);
  });

  it('is given when a delivery goes out, so that one that never did leaves no gap', async () => {
    const [first = '', second = '', third = ''] = await recordEvents(scene, 3);
    await scene.deliver(first);

    await scene.system.db.webhookDelivery.deleteMany({ where: { id: second } });
    expect((await deliveryRow(scene, third)).sequence).to.equal(null);
    await scene.deliver(third);

    expect(received()).to.deep.equal([1, 2]);
  });

  it('is not on a test, and a test takes none', async () => {
    const { delivery } = await webhooks.testSubscription(scene.store.admin, scene.subscriptionId, {
      event: 'order.paid',
      waitMs: 0,
    });
    await scene.deliver(delivery.id);
    await scene.deliver(await recordEvent(scene));

    expect(received()).to.deep.equal([null, 1]);
    expect((await webhooks.getDelivery(scene.store.admin, delivery.id)).sequence).to.equal(null);
  });

  it('rises with the events of an ordered resource, and with the events of one claim', async () => {
    await webhooks.updateSubscription(scene.store.admin, scene.subscriptionId, { ordered: true });
    await recordEvents(scene, 20);

    await worker(5).drain(scene.store.tenantId);

    await until(() => scene.receiver.requests.length === 20, 'all of them');
    expect(await stored()).to.deep.equal(upTo(20));
    expect(received().sort((a, b) => Number(a) - Number(b))).to.deep.equal(upTo(20));
  });

  it('is in the log, and in what the ledger shows of the request', async () => {
    const id = await recordEvent(scene);
    await scene.deliver(id);

    const { items } = await webhooks.listDeliveries(scene.store.admin, { page: 1, pageSize: 20 });
    expect(items.map(({ sequence }) => sequence)).to.deep.equal([1]);
    const { attemptRecords } = await webhooks.getDelivery(scene.store.admin, id);
    expect(attemptRecords[0]?.requestHeaders).to.include({ 'x-service-sequence': '1' });
  });

  it('makes nobody wait who records an event, nor another subscription', async () => {
    const ids = await recordEvents(scene, 2);
    const other = await anotherStore(scene, scene.store);

    await scene.system.db.transaction(async (db) => {
      await claimDeliveries({ ...scene.system, db }, refsOf(scene, ids), CLAIM);
      const outside = scene.system.forTenant(scene.store.tenantId, { kind: 'system' });
      const elsewhere = await openScene({ databaseUrl });
      const system = { ...elsewhere.system, now: scene.clock.now };
      const store = { ...scene.store, admin: system.forTenant(outside.tenantId, outside.principal) };

      const theirs = await recordEvents({ system, store, subscriptionId: other.subscriptionId }, 1);
      const { claimed } = await claimDeliveries(system, refsOf(scene, theirs), CLAIM);

      expect(claimed.map(({ sequence }) => sequence)).to.deep.equal([1]);
      await elsewhere.close();
    });
  });

  it('can be given while the subscription is deleted: nobody waits in a circle', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id: subscriptionId } = await webhooks.createSubscription(scene.store.admin, {
        url: `${scene.receiver.url}?${randomUUID()}`,
        events: ['order.shipped'],
      });
      const ids = await recordEvents({ ...scene, subscriptionId }, 100, 'order.shipped');
      const groups = [0, 25, 50, 75].map((start) => ids.slice(start, start + 25));

      const results = await Promise.allSettled([
        ...groups.map((group) => claimDeliveries(scene.system, refsOf(scene, group), CLAIM)),
        webhooks
          .deleteSubscription(scene.store.admin, subscriptionId)
          .then(() => removeDeleted(scene.system)),
        ...groups.map((group) => claimDeliveries(scene.system, refsOf(scene, group), CLAIM)),
      ]);

      expect(results.filter(({ status }) => status === 'rejected')).to.deep.equal([]);
      await removeDeleted(scene.system);
      expect(await scene.system.db.webhookSequence.count({ where: { subscriptionId } })).to.equal(0);
    }
  });
});
