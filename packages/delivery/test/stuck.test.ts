import { Prisma } from '@service/db';
import { expect } from 'chai';
import { type SystemContext, webhooks } from '../../core/src/index.ts';
import {
  anotherStore,
  countLockWaits,
  createMigratedDatabase,
  deliveryRow,
  LEASE_MS,
  ledgerOf,
  openEngine,
  openScene,
  openSilentWire,
  openTestEnv,
  RETRY_DELAYS_MS,
  recordEvent,
  recordEvents,
  type Scene,
  type SilentWire,
  type TestEngine,
  type TestEnv,
  until,
} from '../../testing/src/index.ts';
import { Capacity, type EngineOptions } from '../src/index.ts';
import { sendingBy } from './sending-by.ts';

/** What each of these holds up must not be everybody's. */
describe('what gets stuck', () => {
  let databaseUrl: string;
  let scene: Scene;
  let engines: TestEngine[];
  let enqueued: { tenantId: string; inMs: number }[];
  before(async () => {
    databaseUrl = await createMigratedDatabase('stuck');
  });
  beforeEach(async () => {
    scene = await openScene({ databaseUrl });
    engines = [];
    enqueued = [];
  });
  afterEach(async () => {
    await Promise.all(engines.map((each) => each.close()));
    await scene.close();
  });

  /** What one worker process has. */
  function worker(options: Partial<EngineOptions> = {}, system: SystemContext = scene.system): TestEngine {
    const engine = openEngine(
      scene,
      {
        sender: scene.sender,
        schedule: RETRY_DELAYS_MS,
        leaseMs: LEASE_MS,
        capacity: new Capacity(5),
        enqueueTenant: (tenantId, inMs) => enqueued.push({ tenantId, inMs }),
        ...options,
      },
      system,
    );
    engines.push(engine);
    return engine;
  }

  const holdDelivery = (id: string) =>
    hold(
      scene.system.db,
      Prisma.sql`
        SELECT FROM webhook_deliveries
        WHERE tenant_id = ${scene.store.tenantId}::uuid AND id = ${id}::uuid FOR NO KEY UPDATE`,
    );
  const heldAt = new Map<string, { hold(): Promise<void> }>();
  /** Holds the row of a delivery from the moment its request arrives. */
  async function deliveriesHeldAt(id: string) {
    let held: Awaited<ReturnType<typeof hold>> | undefined;
    const isHeld = new Promise<void>((resolve) => {
      heldAt.set(id, {
        async hold() {
          held = await holdDelivery(id);
          resolve();
        },
      });
    });
    scene.receiver.answer(async ({ body }, response) => {
      for (const [each, { hold: holdIt }] of heldAt) if (body.includes(each)) await holdIt();
      response.writeHead(200).end();
    });
    return { isHeld, letGo: async () => held?.letGo() };
  }
  const statusOf = async (id: string) => (await deliveryRow(scene, id)).status;
  const isDelivered = (id: string) => async () => (await statusOf(id)) === 'delivered';

  describe('a database connection that says nothing more', () => {
    let wire: SilentWire;
    let through: TestEnv;
    beforeEach(async () => {
      wire = await openSilentWire(databaseUrl);
      through = await openTestEnv({ databaseUrl: wire.url, now: scene.clock.now });
    });
    afterEach(async () => {
      // First, because what is silent would be waited for.
      await wire.close();
      await through.close();
    });

    it('while a delivery is claimed: the next claim goes through', async () => {
      const [first = '', second = ''] = await recordEvents(scene, 2);
      const engine = worker({ deadlineMs: 1500 }, through.system);
      const silenced = wire.silenceAt('WITH asked AS');

      const [stuck] = await Promise.allSettled([engine.deliver(first), silenced]);
      await engine.deliver(second);

      expect(stuck.status).to.equal('rejected');
      expect(await statusOf(second)).to.equal('delivered');
      expect(engine.isStuck()).to.equal(false);
    });

    it('while an outcome is recorded: it is recorded on another, and nothing is sent twice', async () => {
      const id = await recordEvent(scene);
      const engine = worker({ deadlineMs: 1500 }, through.system);
      const silenced = wire.silenceAt('jsonb_to_recordset');

      await Promise.all([engine.deliver(id), silenced]);

      expect(await statusOf(id)).to.equal('delivered');
      expect((await ledgerOf(scene, id)).map(({ outcome }) => outcome)).to.deep.equal(['succeeded']);
      expect(scene.receiver.requests).to.have.length(1);
    });
  });

  describe('a worker that holds the row of one subscription', () => {
    let held: Awaited<ReturnType<typeof hold>>;
    const holdSubscription = async () => {
      held = await hold(
        scene.system.db,
        Prisma.sql`
        SELECT FROM webhook_subscriptions
        WHERE tenant_id = ${scene.store.tenantId}::uuid AND id = ${scene.subscriptionId}::uuid FOR NO KEY UPDATE`,
      );
    };
    afterEach(() => held.letGo());

    it('keeps no other subscription with a limit of its own from being claimed', async () => {
      const change = { maxConcurrency: 1 };
      await webhooks.updateSubscription(scene.store.admin, scene.subscriptionId, change);
      const other = await anotherStore(scene);
      await webhooks.updateSubscription(other.store.admin, other.subscriptionId, change);
      const [late = ''] = await recordEvents(scene, 1);
      const [free = ''] = await recordEvents(other, 1);
      await holdSubscription();
      const engine = worker();

      await engine.deliver(late);
      await engine.deliver(free);

      await until(isDelivered(free), 'the delivery of the other store');
      expect(await deliveryRow(scene, late)).to.include({ status: 'pending', attempts: 0 });
      await held.letGo();
      await until(isDelivered(late), 'the delivery that was held');
    });

    it('keeps no outcome from being recorded; the health of its endpoint follows', async () => {
      const other = await anotherStore(scene);
      scene.receiver.answer(500);
      const failed = await recordEvent(scene);
      const [free = ''] = await recordEvents(other, 1);
      await holdSubscription();
      const engine = worker();

      await Promise.all([engine.deliver(failed), engine.deliver(free)]);

      expect([await statusOf(failed), await statusOf(free)]).to.deep.equal(['failed', 'delivered']);
      const failures = async () =>
        (await webhooks.getSubscriptionStats(scene.store.admin, scene.subscriptionId)).consecutiveFailures;
      expect(await failures()).to.equal(0);
      await held.letGo();
      await until(async () => (await failures()) === 1, 'the health of the endpoint');
    });

    it('keeps the health of no other endpoint from being recorded', async () => {
      const other = await anotherStore(scene);
      for (const { receiver } of [scene, other]) receiver.answer(500);
      const [late, free = ''] = [await recordEvent(scene), ...(await recordEvents(other, 1))];
      await holdSubscription();
      // So long that whoever waits for the row never ends by a deadline.
      const engine = worker({ deadlineMs: 600_000 });

      await Promise.all([engine.deliver(late), engine.deliver(free)]);

      const ofOther = await webhooks.getSubscriptionStats(other.store.admin, other.subscriptionId);
      expect(ofOther.consecutiveFailures).to.equal(1);
      await held.letGo();
    });
  });

  const kinds = {
    'without a limit': {},
    'with a limit of its own': { maxConcurrency: 2 },
    'that is ordered': { ordered: true },
  };
  for (const [kind, change] of Object.entries(kinds)) {
    it(`a due delivery whose row is held keeps nothing else waiting, of one ${kind}`, async () => {
      await webhooks.updateSubscription(scene.store.admin, scene.subscriptionId, change);
      const late = await recordEvent(scene);
      scene.clock.advance(1000);
      const free = await recordEvent(scene);
      const held = await holdDelivery(late);

      await worker({ deadlineMs: 600_000 }).drain(scene.store.tenantId);

      await until(isDelivered(free), 'what nobody held');
      expect(await deliveryRow(scene, late)).to.include({ status: 'pending', attempts: 0 });
      await held.letGo();
      await until(isDelivered(late), 'what was held');
    });
  }

  it('a counter of numbers that is held holds up no other store', async () => {
    const other = await anotherStore(scene);
    const [late = ''] = await recordEvents(scene, 1);
    const [free = ''] = await recordEvents(other, 1);
    const held = await hold(
      scene.system.db,
      Prisma.sql`
        SELECT FROM webhook_sequences
        WHERE tenant_id = ${scene.store.tenantId}::uuid AND subscription_id = ${scene.subscriptionId}::uuid
        FOR NO KEY UPDATE`,
    );
    const engine = worker();

    const [inMs] = await Promise.all([engine.deliver(late), engine.deliver(free)]);

    expect(await statusOf(free)).to.equal('delivered');
    expect(inMs).to.equal(250);
    expect(await deliveryRow(scene, late)).to.include({ status: 'pending', attempts: 0, sequence: null });
    await held.letGo();
    await engine.deliver(late);
    expect(await deliveryRow(scene, late)).to.include({ status: 'delivered', sequence: 1n });
  });

  it('an outcome whose row is held keeps no other from being recorded', async () => {
    const [late, free] = [await recordEvent(scene), await recordEvent(scene)];
    let held: Awaited<ReturnType<typeof hold>> | undefined;
    scene.receiver.answer(async ({ body }, response) => {
      if (body.includes(late)) held = await holdDelivery(late);
      response.writeHead(200).end();
    });
    const engine = worker();
    const underWay = engine.deliver(late);
    await until(async () => (await countLockWaits(scene.system)) > 0, 'the record to wait');

    await engine.deliver(free);

    expect([await statusOf(late), await statusOf(free)]).to.deep.equal(['pending', 'delivered']);
    await held?.letGo();
    await underWay;
    expect(await statusOf(late)).to.equal('delivered');
  });

  it('two outcomes whose rows are held keep no other from being recorded', async () => {
    const [one, two] = [await recordEvent(scene), await recordEvent(scene)];
    const holds = await Promise.all([one, two].map(async (id) => [id, await deliveriesHeldAt(id)] as const));
    const engine = worker();
    const underWay = [one, two].map((id) => engine.deliver(id));
    await Promise.all(holds.map(([, { isHeld }]) => isHeld));
    const free = await recordEvents(scene, 5);

    await Promise.all(free.map((id) => engine.deliver(id)));

    expect(await Promise.all(free.map(statusOf))).to.deep.equal(Array(5).fill('delivered'));
    expect([await statusOf(one), await statusOf(two)]).to.deep.equal(['pending', 'pending']);
    for (const [, { letGo }] of holds) await letGo();
    await Promise.all(underWay);
    expect([await statusOf(one), await statusOf(two)]).to.deep.equal(['delivered', 'delivered']);
    expect(scene.receiver.requests).to.have.length(7);
  });

  it('a claim that takes too long is undone, and costs no attempt', async () => {
    const id = await recordEvent(scene);
    const table = await hold(
      scene.system.db,
      Prisma.sql`LOCK TABLE webhook_sequences IN ACCESS EXCLUSIVE MODE`,
    );
    const engine = worker({ deadlineMs: 300 });

    const [claim] = await Promise.allSettled([engine.deliver(id)]);
    await table.letGo();

    expect(claim.status).to.equal('rejected');
    expect(await deliveryRow(scene, id)).to.include({ status: 'pending', attempts: 0, leaseUntil: null });
    expect(await ledgerOf(scene, id)).to.deep.equal([]);
    expect(engine.isStuck()).to.equal(false);
    await worker().deliver(id);
    expect(await deliveryRow(scene, id)).to.include({ status: 'delivered', attempts: 1 });
  });

  it('an ordered subscription whose claim takes for ever holds up no other', async () => {
    let end = () => {};
    const never = new Promise<unknown>((_, reject) => {
      end = () => reject(new Error('the end of the test'));
    });
    let isAsked = () => {};
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    await webhooks.updateSubscription(scene.store.admin, scene.subscriptionId, { ordered: true });
    const other = await anotherStore(scene);
    const [waiting = ''] = await recordEvents(scene, 1);
    const [free = ''] = await recordEvents(other, 1);
    const db = sendingBy(scene.system.db, (send) => (strings, ...values) => {
      if (!strings.join('').includes('AS "isNoted"')) return send(strings, ...values);
      isAsked();
      return never;
    });
    const engine = worker({}, { ...scene.system, db });

    await engine.deliver(waiting);
    await asked;
    await engine.deliver(free);

    expect(await statusOf(free)).to.equal('delivered');
    expect(await deliveryRow(scene, waiting)).to.include({ status: 'pending', attempts: 0 });
    end();
  });

  it('a due delivery whose row is held is not looked at again before 250 ms', async () => {
    const id = await recordEvent(scene);
    const held = await holdDelivery(id);

    const inMs = await worker().deliver(id);

    expect(inMs).to.equal(250);
    expect(await deliveryRow(scene, id)).to.include({ status: 'pending', attempts: 0 });
    await held.letGo();
    await scene.deliver(id);
    expect(await statusOf(id)).to.equal('delivered');
  });

  it('a worker that closes enqueues what it has deferred', async () => {
    const { capacity } = full();
    const engine = worker({ capacity });
    await engine.deliver(await recordEvent(scene));
    expect(enqueued).to.deep.equal([]);

    await engine.close();

    expect(enqueued).to.deep.equal([{ tenantId: scene.store.tenantId, inMs: 0 }]);
  });

  it('a look that fails once leaves what is deferred as it was', async () => {
    const [first = '', second = ''] = await recordEvents(scene, 2);
    const held = await holdDelivery(second);
    const system = failing(scene.system, 'AND EXISTS (', 2);

    await worker({}, system.system).drain(scene.store.tenantId);

    await until(isDelivered(first), 'what nobody held');
    await until(() => system.failures() === 1, 'the look that fails');
    await held.letGo();
    await until(isDelivered(second), 'what was held');
  });

  it('a job of a store that comes too early is enqueued again for when something is due', async () => {
    scene.receiver.answer(500);
    await scene.deliver(await recordEvent(scene));

    await worker().drain(scene.store.tenantId);

    expect(enqueued).to.deep.equal([{ tenantId: scene.store.tenantId, inMs: RETRY_DELAYS_MS[0] }]);
  });
});

/** Capacity that others have taken, so that whatever comes is deferred. */
function full() {
  const capacity = new Capacity(5);
  capacity.free = () => 0;
  const { snapshot } = capacity;
  capacity.snapshot = () => ({ ...snapshot.call(capacity), others: { free: 0, newSubscription: 0 } });
  return { capacity };
}

/** A transaction that has run this and doesn't end: a process that was frozen in the middle of it. */
async function hold(db: SystemContext['db'], lock: Prisma.Sql) {
  let letGo = () => {};
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let ended: Promise<void> = Promise.resolve();
  await new Promise<void>((isHeld) => {
    ended = db.transaction(async (tx) => {
      await tx.sql`${lock}`;
      isHeld();
      await isLetGo;
    });
  });
  return {
    letGo() {
      letGo();
      return ended;
    },
  };
}

/** The same system, whose nth statement with this text fails. */
function failing(system: SystemContext, text: string, nth: number) {
  let seen = 0;
  let failures = 0;
  const db = sendingBy(system.db, (send) => (strings, ...values) => {
    if (!strings.join('').includes(text) || ++seen !== nth) return send(strings, ...values);
    failures += 1;
    return Promise.reject(new Error('a failure'));
  });
  return { system: { ...system, db }, failures: () => failures };
}
