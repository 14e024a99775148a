import { DAY_MS, MINUTE_MS } from '@service/jobs/primitives';
import { expect } from 'chai';
import { webhooks } from '../../core/src/index.ts';
import {
  createMigratedDatabase,
  deliveryRow,
  failUpTo,
  LEASE_MS,
  ledgerOf,
  openEngine,
  openScene,
  RETRY_DELAYS_MS,
  recordEvent,
  recordEvents,
  type Scene,
  until,
} from '../../testing/src/index.ts';
import { Capacity } from '../src/index.ts';
import { sendingBy } from './sending-by.ts';

describe('the health of an endpoint', () => {
  let databaseUrl: string;
  let scene: Scene;
  before(async () => {
    databaseUrl = await createMigratedDatabase('health');
  });
  beforeEach(async () => {
    scene = await openScene({ databaseUrl });
  });
  afterEach(() => scene.close());

  const subscription = () => webhooks.getSubscription(scene.store.admin, scene.subscriptionId);
  const change = (input: webhooks.SubscriptionChange) =>
    webhooks.updateSubscription(scene.store.admin, scene.subscriptionId, input);
  const stats = () => webhooks.getSubscriptionStats(scene.store.admin, scene.subscriptionId);
  const engineOn = (db: Scene['system']['db']) =>
    openEngine(
      scene,
      {
        sender: scene.sender,
        schedule: RETRY_DELAYS_MS,
        leaseMs: LEASE_MS,
        capacity: new Capacity(5),
        enqueueTenant: () => {},
      },
      { ...scene.system, db },
    );
  /** One event, and the attempt to deliver it now. */
  async function deliverOne(): Promise<string> {
    const id = await recordEvent(scene);
    await scene.deliver(id);
    return id;
  }
  async function told(): Promise<string[]> {
    await webhooks.notifyEndpointHealth(scene.system);
    const { tenantId } = scene.store;
    const notices = await scene.system.db.adminNotification.findMany({
      where: { tenantId },
      orderBy: { createdAt: 'asc' },
    });
    return notices.map(({ kind }) => kind);
  }
  const mails = () =>
    scene.system.db.mail.findMany({ where: { kind: 'endpoint_health', tenantId: scene.store.tenantId } });

  it('counts failures until a success, and knows since when', async () => {
    scene.receiver.answer(500);
    await deliverOne();
    const since = scene.clock.now().toISOString();
    scene.clock.advance(MINUTE_MS);
    await deliverOne();
    expect(await stats()).to.include({ health: 'failing', consecutiveFailures: 2, failingSince: since });

    scene.receiver.answer(204);
    await deliverOne();

    expect(await stats()).to.include({ health: 'well', consecutiveFailures: 0, failingSince: null });
  });

  it('adds up over deliveries that fail at the same time', async () => {
    scene.receiver.answer(500);
    const ids = await recordEvents(scene, 40);
    const others = scene.engine();

    await Promise.all(ids.map((id, index) => (index % 2 ? scene.deliver(id) : others(id))));

    // What another claim held back is counted a moment later.
    await until(async () => (await stats()).consecutiveFailures === 40, 'all failures');
  });

  it('is degraded when of five attempts of the last hour fewer than nine tenths succeeded', async () => {
    const failures = async () => {
      scene.receiver.answer(500);
      await deliverOne();
      scene.receiver.answer(200);
      await deliverOne();
    };
    for (let pair = 0; pair < 2; pair += 1) await failures();
    expect(await stats()).to.include({ health: 'well' });

    await failures();

    const degraded = await stats();
    expect(degraded).to.include({ health: 'degraded', consecutiveFailures: 0, failingSince: null });
    expect(degraded.lastHour).to.include({ attempts: 6, successRate: 0.5 });
    expect(degraded.lastAttemptAt).to.equal(scene.clock.now().toISOString());
    expect(await told()).to.deep.equal([]);
    scene.clock.advance(61 * MINUTE_MS);
    expect(await stats()).to.include({ health: 'well' });
  });

  it('names the last attempt, however long ago, and none where nothing was sent', async () => {
    expect(await stats()).to.include({ health: 'well', lastAttemptAt: null });
    await deliverOne();
    const at = scene.clock.now().toISOString();
    scene.clock.advance(3 * 24 * 60 * MINUTE_MS);

    const later = await stats();

    expect(later.lastAttemptAt).to.equal(at);
    expect(later.lastDay.attempts).to.equal(0);
  });

  it('shows the last hour and the last day of the ledger', async () => {
    scene.receiver.answer(500);
    await deliverOne();
    scene.clock.advance(2 * 60 * MINUTE_MS);
    scene.receiver.answer(200);
    await deliverOne();
    await deliverOne();
    const attempts = await scene.system.db.webhookAttempt.findMany({
      where: { tenantId: scene.store.tenantId },
      orderBy: { startedAt: 'asc' },
    });
    for (const [index, { deliveryId }] of attempts.entries())
      await scene.system.db.webhookAttempt.updateMany({
        where: { deliveryId },
        data: { durationMs: [900, 10, 20][index] ?? 0 },
      });

    const { lastHour, lastDay } = await stats();

    expect(lastHour).to.include({ attempts: 2, succeeded: 2, failed: 0, successRate: 1, isCapped: false });
    expect(lastDay).to.include({ attempts: 3, succeeded: 2, failed: 1, successRate: 2 / 3 });
    expect([lastHour.p95Ms, lastDay.p50Ms, lastDay.p95Ms]).to.deep.equal([20, 20, 900]);
  });

  it('says nothing of an endpoint that got nothing', async () => {
    expect((await stats()).lastDay).to.deep.equal({
      attempts: 0,
      isCapped: false,
      succeeded: 0,
      failed: 0,
      successRate: null,
      p50Ms: null,
      p95Ms: null,
    });
  });

  it('is told to the operators, once, when it has failed for a day, and when it recovers', async () => {
    scene.receiver.answer(500);
    await deliverOne();
    expect(await told()).to.deep.equal([]);
    scene.clock.advance(DAY_MS);
    // Two workers look at the same time.
    await Promise.all([
      webhooks.notifyEndpointHealth(scene.system),
      webhooks.notifyEndpointHealth(scene.system),
    ]);
    expect(await told()).to.deep.equal(['webhook_endpoint.failing']);
    expect(await mails()).to.have.length(1);

    scene.receiver.answer(200);
    scene.clock.advance(MINUTE_MS);
    await deliverOne();

    expect(await told()).to.deep.equal(['webhook_endpoint.failing', 'webhook_endpoint.well']);
    expect(await mails()).to.have.length(2);
  });

  it('is told although that of another endpoint can never be told', async () => {
    scene.receiver.answer(500);
    await deliverOne();
    const {
      auth: _auth,
      queue: _queue,
      filter: _filter,
      ...first
    } = await scene.system.db.webhookSubscription.findFirstOrThrow({
      where: { id: scene.subscriptionId },
    });
    const broken = {
      ...first,
      // It comes first.
      id: '00000000-0000-4000-8000-000000000000',
      url: 'no address',
    };
    await scene.system.db.webhookSubscription.create({ data: broken as never });
    scene.clock.advance(DAY_MS);

    expect(await told()).to.deep.equal(['webhook_endpoint.failing']);

    expect(await mails()).to.have.length(1);
    const { toldHealth } = await scene.system.db.webhookSubscription.findFirstOrThrow({
      where: { id: broken.id },
    });
    expect(toldHealth).to.equal('well');
  });

  it('is no news when it recovers within a day', async () => {
    scene.receiver.answer(500);
    await deliverOne();
    scene.clock.advance(DAY_MS - MINUTE_MS);
    scene.receiver.answer(200);
    await deliverOne();

    expect(await told()).to.deep.equal([]);
    expect(await mails()).to.deep.equal([]);
  });

  describe('with autoPause', () => {
    beforeEach(() => change({ autoPause: true }));

    it('a 410 pauses the subscription at once, and the operators are told', async () => {
      scene.receiver.answer(410);

      const id = await deliverOne();

      expect(await subscription()).to.include({ active: false, pausedReason: 'gone' });
      expect(await deliveryRow(scene, id)).to.include({ status: 'failed', attempts: 1 });
      expect(await told()).to.deep.equal(['webhook_endpoint.paused']);
    });

    it('five days of nothing but failures pause it, and no day less', async () => {
      scene.receiver.answer(500);
      await deliverOne();
      scene.clock.advance(5 * DAY_MS - 1);
      await deliverOne();
      expect(await subscription()).to.include({ active: true, pausedReason: null });

      scene.clock.advance(1);
      await deliverOne();

      expect(await subscription()).to.include({ active: false, pausedReason: 'failing' });
    });

    it('a success within the five days counts from the start', async () => {
      scene.receiver.answer(500);
      await deliverOne();
      scene.clock.advance(4 * DAY_MS);
      scene.receiver.answer(200);
      await deliverOne();
      scene.clock.advance(2 * DAY_MS);
      scene.receiver.answer(500);
      await deliverOne();

      expect(await subscription()).to.include({ active: true });
    });

    it('what waits goes out when it is resumed and works again', async () => {
      scene.receiver.answer(410);
      const id = await deliverOne();
      await told();
      scene.receiver.answer(200);
      scene.clock.advance(MINUTE_MS);

      expect(await change({ active: true })).to.include({ active: true, pausedReason: null });

      expect(await stats()).to.include({ health: 'probing' });
      expect(scene.enqueued).to.include(id);
      await scene.deliver(id);
      await until(async () => (await stats()).health === 'well', 'the health');
      expect(await deliveryRow(scene, id)).to.include({ status: 'delivered' });
      expect(await told()).to.deep.equal(['webhook_endpoint.paused', 'webhook_endpoint.well']);
    });

    it('is paused again by one failure when it was resumed too early, and operators are told', async () => {
      scene.receiver.answer(410);
      await deliverOne();
      expect(await told()).to.deep.equal(['webhook_endpoint.paused']);
      await change({ active: true });
      scene.clock.advance(MINUTE_MS);
      scene.receiver.answer(500);

      await deliverOne();

      await until(async () => !(await subscription()).active, 'the pause');
      expect(await subscription()).to.include({ active: false, pausedReason: 'failing' });
      expect(await told()).to.deep.equal(['webhook_endpoint.paused', 'webhook_endpoint.paused']);
    });

    it('records the outcome of a probe before the health of its endpoint, which may have to wait', async () => {
      scene.receiver.answer(410);
      const id = await deliverOne();
      await change({ active: true });
      scene.clock.advance(MINUTE_MS);
      scene.receiver.answer(200);
      const statusAtUpdate: string[] = [];
      const db = sendingBy(scene.system.db, (send) => async (strings, ...values) => {
        if (strings.join('').includes('SET consecutive_failures'))
          statusAtUpdate.push((await deliveryRow(scene, id)).status);
        return send(strings, ...values);
      });
      const engine = engineOn(db);

      await engine.deliver(id);
      await until(async () => (await stats()).health === 'well', 'the health');

      expect(statusAtUpdate).to.deep.equal(['delivered']);
      await engine.close();
    });

    it('sends no other request until the outcome of a probe stands in its health', async () => {
      scene.receiver.answer(410);
      await deliverOne();
      await change({ active: true });
      await recordEvents(scene, 3);
      scene.clock.advance(MINUTE_MS);
      const before = scene.receiver.requests.length;
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      let looks = 0;
      const slowDb = sendingBy(scene.system.db, (send) => async (strings, ...values) => {
        if (strings.join('').includes('SET consecutive_failures')) await released;
        return send(strings, ...values);
      });
      const lookingDb = sendingBy(scene.system.db, (send) => async (strings, ...values) => {
        if (strings.join('').includes('s.may_be_open')) looks += 1;
        return send(strings, ...values);
      });
      const [one, other] = [engineOn(slowDb), engineOn(lookingDb)];

      await one.drain(scene.store.tenantId);
      await until(async () => (await stats()).lastHour.attempts === 2, 'the outcome of the probe');
      await other.drain(scene.store.tenantId);
      await until(() => looks >= 3, 'the other worker');
      expect(scene.receiver.requests).to.have.length(before + 1);

      release();
      await until(async () => (await stats()).health === 'paused', 'the pause');
      await Promise.all([one.close(), other.close()]);
      expect(scene.receiver.requests).to.have.length(before + 1);
    });

    it('a probe whose worker slept until another had sent it says nothing any more', async () => {
      scene.receiver.answer(410);
      const id = await deliverOne();
      await change({ active: true });
      scene.clock.advance(MINUTE_MS);
      let fail = () => {};
      scene.receiver.answer((_request, response) => {
        fail = () => response.writeHead(500).end();
      });
      await scene.engine()(id);
      await scene.receiver.received(2);
      scene.clock.advance(LEASE_MS);
      scene.receiver.answer(200);
      await scene.deliver(id);
      await until(async () => (await stats()).health === 'well', 'the second probe');

      fail();

      const outcomes = async () => (await ledgerOf(scene, id)).map(({ outcome }) => outcome);
      await until(async () => (await outcomes())[1] === 'failed', 'the outcome of the first probe');
      expect(await stats()).to.include({ health: 'well', consecutiveFailures: 0 });
      expect(await subscription()).to.include({ active: true, pausedReason: null });
    });

    it('a test that fails pauses nothing', async () => {
      scene.receiver.answer(410);

      const tested = webhooks.testSubscription(scene.store.admin, scene.subscriptionId, {
        event: 'order.paid',
        waitMs: 0,
      });
      const { delivery } = await tested;
      await scene.deliver(delivery.id);

      expect(await subscription()).to.include({ active: true });
      expect(await stats()).to.include({ consecutiveFailures: 0 });
    });

    it('a test is no probe: neither its failure nor its success says how the endpoint is', async () => {
      scene.receiver.answer(410);
      await deliverOne();
      await change({ active: true });

      for (const status of [410, 200]) {
        scene.receiver.answer(status);
        const { delivery } = await webhooks.testSubscription(scene.store.admin, scene.subscriptionId, {
          event: 'order.paid',
          waitMs: 0,
        });
        await scene.deliver(delivery.id);

        expect(await subscription()).to.include({ active: true });
        expect(await stats()).to.include({ health: 'probing' });
      }
    });
  });

  it('pauses nothing unless the subscription chose it', async () => {
    scene.receiver.answer(410);
    await deliverOne();
    scene.clock.advance(6 * DAY_MS);
    await deliverOne();

    expect(await subscription()).to.include({ active: true, pausedReason: null });
  });

  it('delays a retry by Retry-After only where the subscription honours it', async () => {
    scene.receiver.answer((_request, response) => response.writeHead(503, { 'Retry-After': '600' }).end());
    const byTable = await deliverOne();
    await change({ honourRetryAfter: true });
    const asAsked = await deliverOne();

    const now = scene.clock.now().getTime();
    expect((await deliveryRow(scene, byTable)).nextRetryAt).to.deep.equal(new Date(now + MINUTE_MS));
    expect((await deliveryRow(scene, asAsked)).nextRetryAt).to.deep.equal(new Date(now + 10 * MINUTE_MS));
  });

  it('counts each attempt of a delivery', async () => {
    await failUpTo(scene, await recordEvent(scene), 7);

    expect(await stats()).to.include({ consecutiveFailures: 7 });
  });

  it('does not count what a late worker brings after a newer outcome', async () => {
    const id = await recordEvent(scene);
    let fail = () => {};
    scene.receiver.answer((_request, response) => {
      fail = () => response.writeHead(500).end();
    });
    const late = scene.engine()(id);
    await scene.receiver.received(1);
    scene.clock.advance(LEASE_MS);
    scene.receiver.answer(200);
    await scene.deliver(id);

    fail();
    await late;

    expect((await ledgerOf(scene, id)).map(({ outcome }) => outcome)).to.deep.equal(['failed', 'succeeded']);
    expect(await stats()).to.include({ health: 'well', consecutiveFailures: 0, failingSince: null });
  });
});
