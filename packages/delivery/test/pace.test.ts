import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { inTransaction, webhooks } from '../../core/src/index.ts';
import {
  anotherStore,
  createMigratedDatabase,
  deliveryRow,
  LEASE_MS,
  openEngine,
  openScene,
  RETRY_DELAYS_MS,
  recordEvents,
  type Scene,
  type TestEngine,
  until,
} from '../../testing/src/index.ts';
import { Capacity, measureBacklog, runPollCycle } from '../src/index.ts';

describe('the rate of a subscription', () => {
  let scene: Scene;
  let capacities: Capacity[];
  let engines: TestEngine[];
  before(async () => {
    scene = await openScene({ databaseUrl: await createMigratedDatabase('pace') });
  });
  after(() => scene.close());
  beforeEach(async () => {
    capacities = [];
    engines = [];
    scene.receiver.answer(200);
    scene.receiver.requests.length = 0;
    await scene.system.db.webhookDelivery.deleteMany({});
    await setRate(null);
  });
  afterEach(() => Promise.all(engines.map((each) => each.close())));

  /** What one worker process has. */
  function worker(): TestEngine {
    const capacity = new Capacity(10);
    const engine = openEngine(scene, {
      sender: scene.sender,
      schedule: RETRY_DELAYS_MS,
      leaseMs: LEASE_MS,
      capacity,
      enqueueTenant: () => {},
    });
    capacities.push(capacity);
    engines.push(engine);
    return engine;
  }

  const setRate = (maxPerSecond: number | null) =>
    webhooks.updateSubscription(scene.store.admin, scene.subscriptionId, { maxPerSecond });

  const delivered = () =>
    scene.system.db.webhookDelivery.count({
      where: { subscriptionId: scene.subscriptionId, status: 'delivered' },
    });

  const startsInMs = async () => {
    const { subscriptionId } = scene;
    const rows = await scene.system.db.webhookAttempt.findMany({ where: { subscriptionId } });
    return rows.map(({ startedAt }) => startedAt.getTime()).sort((a, b) => a - b);
  };

  const drain = (each: TestEngine) => each.drain(scene.store.tenantId);

  it('lets one go in each slot, over all workers, and holds no capacity while others wait', async () => {
    await setRate(1);
    const ids = await recordEvents(scene, 5);
    const workers = [worker(), worker(), worker()];
    await Promise.all(workers.flatMap((each) => ids.map(each.deliver)));

    for (let sent = 1; sent <= 5; sent += 1) {
      await until(async () => (await delivered()) === sent, `number ${sent}`);
      await until(() => capacities.every(({ taken }) => taken === 0), 'free capacity');
      scene.clock.advance(1019);
      await Promise.all(workers.map(drain));
      expect(scene.receiver.requests, 'before the next slot').to.have.length(sent);
      scene.clock.advance(1);
      await Promise.all(workers.map(drain));
    }

    const starts = await startsInMs();
    expect(starts.slice(1).map((start, index) => start - (starts[index] ?? 0))).to.deep.equal([
      1020, 1020, 1020, 1020,
    ]);
  });

  it('goes on by itself, never above the rate', async () => {
    await setRate(200);
    await recordEvents(scene, 60);
    const time = setInterval(() => scene.clock.advance(5), 5);

    await Promise.all([worker(), worker()].map(drain));

    await until(async () => (await delivered()) === 60, 'all of them').finally(() => clearInterval(time));
    const starts = await startsInMs();
    for (const start of starts) {
      const within = starts.filter((each) => each >= start && each < start + 200);
      expect(within.length, 'in 200 ms').to.be.at.most(50);
    }
    expect(scene.receiver.requests, 'each once').to.have.length(60);
  });

  it('takes up at most 50 ms of slots that nobody took', async () => {
    await setRate(100);
    await recordEvents(scene, 20);
    scene.clock.advance(3_600_000);
    const one = worker();

    await drain(one);
    await until(async () => (await delivered()) === 1, 'the first, after an hour');
    scene.clock.advance(900);
    await drain(one);

    await until(async () => (await delivered()) === 6, 'what was due in 50 ms');
    expect(scene.receiver.requests).to.have.length(6);
  });

  it('holds a subscription off that answers 429 with Retry-After, and no other', async () => {
    const other = await anotherStore(scene, scene.store);
    await setRate(10);
    scene.receiver.answer((_request, response) => response.writeHead(429, { 'Retry-After': '120' }).end());
    const [first = '', second = ''] = await recordEvents(scene, 2);
    const one = worker();
    await one.deliver(first);
    await until(async () => (await deliveryRow(scene, first)).status === 'failed', 'the 429');
    await until(async () => (await pacedForMs()) === 120_000, 'that it holds off');

    scene.clock.advance(119_999);
    await one.deliver(second);
    await drain(one);

    await until(async () => other.receiver.requests.length === 2, 'the other endpoint');
    expect(scene.receiver.requests).to.have.length(1);
    scene.receiver.answer(200);
    scene.clock.advance(1);
    await drain(one);
    await until(async () => (await delivered()) > 0, 'what has waited');
    await scene.system.db.webhookSubscription.update({
      where: { tenantId_id: { tenantId: scene.store.tenantId, id: other.subscriptionId } },
      data: { active: false },
    });
  });

  const pacedForMs = async () => {
    const { pacedUntil } = await subscriptionRow();
    return pacedUntil && pacedUntil.getTime() - scene.clock.now().getTime();
  };
  const subscriptionRow = () =>
    scene.system.db.webhookSubscription.findFirstOrThrow({ where: { id: scene.subscriptionId } });

  it('heeds no 429 of a subscription without a rate', async () => {
    scene.receiver.answer((_request, response) => response.writeHead(429, { 'Retry-After': '120' }).end());
    const [first = '', second = ''] = await recordEvents(scene, 2);
    const one = worker();
    await one.deliver(first);

    await one.deliver(second);

    expect(scene.receiver.requests).to.have.length(2);
    expect((await subscriptionRow()).pacedUntil).to.equal(null);
  });

  it('sends a test at once, and takes no slot for it', async () => {
    await setRate(0.1);
    const one = worker();
    const [first = '', second = ''] = await recordEvents(scene, 2);
    await one.deliver(first);
    await until(async () => (await delivered()) === 1, 'the first');
    const { pacedUntil } = await subscriptionRow();
    await scene.system.db.webhookDelivery.updateMany({ where: { id: second }, data: { isTest: true } });

    await one.deliver(second);

    expect(scene.receiver.requests).to.have.length(2);
    expect((await subscriptionRow()).pacedUntil).to.deep.equal(pacedUntil);
  });

  it('isn’t overdue while it waits for its slot: no poll finds it, no alert counts it', async () => {
    await setRate(0.1);
    await recordEvents(scene, 3);
    const lateness: (number | null)[] = [];
    const one = openEngine(scene, {
      sender: scene.sender,
      schedule: RETRY_DELAYS_MS,
      leaseMs: LEASE_MS,
      capacity: new Capacity(10),
      enqueueTenant: () => {},
      observe: ({ lateSeconds }) => lateness.push(lateSeconds),
    });
    engines.push(one);
    await drain(one);
    await until(async () => (await delivered()) === 1, 'the first');
    scene.clock.advance(10_000);
    const queue = { findUnqueued: async <R>(refs: readonly R[]) => [...refs], addTenants: async () => {} };
    const deliver = async () => expect.fail('it waits');

    expect(await runPollCycle(scene.system, { queue, deliver, batch: 10 })).to.include({
      delivered: 0,
      found: 0,
    });
    expect(await measureBacklog(scene.system)).to.deep.equal({ due: 0, oldestSeconds: 0 });

    scene.clock.advance(200);
    expect((await measureBacklog(scene.system)).oldestSeconds).to.equal(0);
    await drain(one);
    await until(async () => (await delivered()) === 2, 'the second');
    await until(() => lateness.length === 2, 'both observed');
    for (const seconds of lateness) expect(seconds).to.be.below(5);
  });

  it('keeps the order of an ordered subscription', async () => {
    await webhooks.updateSubscription(scene.store.admin, scene.subscriptionId, {
      ordered: true,
      maxPerSecond: 1000,
    });
    const orderId = randomUUID();
    await inTransaction(scene.store.admin, async (tx) => {
      for (let made = 0; made < 4; made += 1)
        await webhooks.recordEvent(tx, 'order.paid', { orderId, status: 'paid', previousStatus: 'pending' });
    });
    const one = worker();
    const time = setInterval(() => scene.clock.advance(5), 5);

    await drain(one);

    await until(async () => (await delivered()) === 4, 'all of them').finally(() => clearInterval(time));
    const rows = await scene.system.db.webhookDelivery.findMany({ orderBy: { position: 'asc' } });
    expect(scene.receiver.envelopes().map(({ id }) => id)).to.deep.equal(
      rows.filter(({ subscriptionId }) => subscriptionId === scene.subscriptionId).map(({ id }) => id),
    );
    await webhooks.updateSubscription(scene.store.admin, scene.subscriptionId, { ordered: false });
  });

  it('sends what waits at once when its rate is taken away', async () => {
    await setRate(0.1);
    await recordEvents(scene, 3);
    const one = worker();
    await drain(one);
    await until(async () => (await delivered()) === 1, 'the first');

    await setRate(null);
    await drain(one);

    await until(async () => (await delivered()) === 3, 'the others');
  });
});
