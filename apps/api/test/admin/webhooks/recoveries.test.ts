import { randomUUID } from 'node:crypto';
import { Prisma } from '@service/db';
import { runRecoveries } from '@service/delivery';
import { countLockWaits, createStore, until } from '@service/testing';
import { expect } from 'chai';
import { useWebhookScene } from './scene.ts';

const RECOVERIES = '/admin/v1/webhooks/recoveries';
const RANGE = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };

describe('/admin/v1/webhooks/recoveries', () => {
  const scene = useWebhookScene();
  beforeEach(() => scene.moveToNewStore());
  afterEach(() => scene.system.db.webhookRecovery.deleteMany());

  const rowsOf = (subscriptionId: string) =>
    scene.system.db.webhookDelivery.findMany({ where: { subscriptionId }, orderBy: { createdAt: 'asc' } });

  /** A subscription with deliveries in these states. */
  async function subscriptionWith(...statuses: string[]): Promise<string> {
    const { id } = await scene.subscribe();
    await scene.recordPaid(...statuses.map(() => randomUUID()));
    for (const [index, { id: deliveryId }] of (await rowsOf(id)).entries()) {
      const status = statuses[index] ?? '';
      await scene.system.db.webhookDelivery.updateMany({
        where: { id: deliveryId },
        data: {
          status,
          attempts: 7,
          nextRetryAt: status === 'failed' ? new Date('2099-01-01') : null,
          createdAt: new Date(Date.UTC(2026, 0, 1 + index)),
        },
      });
    }
    return id;
  }

  it('makes failed and exhausted deliveries due again, and no others', async () => {
    const id = await subscriptionWith('delivered', 'failed', 'exhausted');
    await scene.call('PATCH', `/admin/v1/webhooks/subscriptions/${id}`, { events: ['order.shipped'] });
    const untouched = await subscriptionWith('exhausted');

    const { status, body } = await scene.call('POST', RECOVERIES, { subscriptionId: id, ...RANGE });

    expect(status, JSON.stringify(body)).to.equal(201);
    expect(body).to.deep.include({
      state: 'running',
      matched: 2,
      sent: 0,
      statuses: ['failed', 'exhausted'],
    });
    await runRecoveries(scene.system);
    expect((await rowsOf(id)).map((row) => [row.status, row.attempts])).to.deep.equal([
      ['delivered', 7],
      ['pending', 7],
      ['pending', 7],
    ]);
    expect((await rowsOf(untouched)).map((row) => row.status)).to.deep.equal(['exhausted']);
    const after = await scene.call('GET', `${RECOVERIES}/${body.id}`);
    expect(after.body).to.include({ state: 'completed', sent: 2 });
    expect(after.body.endedAt).to.be.a('string');
  });

  it('sends delivered ones again where that is asked for, and keeps who asked', async () => {
    const id = await subscriptionWith('delivered', 'failed');
    const { body } = await scene.call('POST', RECOVERIES, {
      subscriptionId: id,
      status: 'delivered',
      ...RANGE,
    });
    await runRecoveries(scene.system);

    const rows = await rowsOf(id);
    expect(rows.map(({ status }) => status)).to.deep.equal(['pending', 'failed']);
    const { resends } = (await scene.call('GET', `/admin/v1/webhooks/deliveries/${rows[0]?.id}`)).body;
    expect(resends).to.have.length(1);
    expect(resends[0]).to.include({ recoveryId: body.id });
    expect(resends[0].requestedBy).to.match(/^admin:/);
  });

  it('respects status, event and range', async () => {
    const id = await subscriptionWith('exhausted', 'failed', 'exhausted', 'exhausted');

    await scene.call('POST', RECOVERIES, { ...RANGE, event: 'order.shipped' });
    const { body } = await scene.call('POST', RECOVERIES, {
      status: 'exhausted',
      event: 'order.paid',
      from: '2026-01-02T00:00:00Z',
      to: '2026-01-04T00:00:00Z',
    });

    expect(body.matched).to.equal(1);
    await runRecoveries(scene.system);
    expect((await rowsOf(id)).map((row) => row.status)).to.deep.equal([
      'exhausted',
      'failed',
      'pending',
      'exhausted',
    ]);
  });

  it('counts in a dry run and sends nothing', async () => {
    const id = await subscriptionWith('exhausted', 'exhausted');

    const { body } = await scene.call('POST', RECOVERIES, { ...RANGE, dryRun: true });

    expect(body).to.deep.include({ state: 'completed', matched: 2, sent: 0, dryRun: true });
    expect(await runRecoveries(scene.system)).to.equal(0);
    expect((await rowsOf(id)).map((row) => row.status)).to.deep.equal(['exhausted', 'exhausted']);
  });

  it('sends those that were picked, as far as they failed', async () => {
    const id = await subscriptionWith('exhausted', 'delivered', 'exhausted', 'failed');
    const [first = '', delivered = '', , last = ''] = (await rowsOf(id)).map((row) => row.id);
    const deliveryIds = [first, delivered, last];

    const { status, body } = await scene.call('POST', RECOVERIES, { deliveryIds });
    await runRecoveries(scene.system);

    expect(status, JSON.stringify(body)).to.equal(201);
    expect(body).to.deep.include({ matched: 2, deliveryIds });
    expect((await rowsOf(id)).map((row) => row.status)).to.deep.equal([
      'pending',
      'delivered',
      'exhausted',
      'pending',
    ]);
    expect((await scene.call('GET', `${RECOVERIES}/${body.id}`)).body).to.include({
      state: 'completed',
      sent: 2,
    });
  });

  it('refuses picked deliveries together with a range, of another store, and more than 500', async () => {
    const id = await subscriptionWith('exhausted');
    const [own = ''] = (await rowsOf(id)).map((row) => row.id);
    await scene.moveToNewStore();
    const foreign = [own];

    for (const [input, code] of [
      [{ deliveryIds: foreign }, 'not_found'],
      [{ deliveryIds: foreign, ...RANGE }, 'validation_failed'],
      [{ deliveryIds: foreign, missing: true, subscriptionId: id }, 'validation_failed'],
      [{ deliveryIds: Array.from({ length: 501 }, () => randomUUID()) }, 'validation_failed'],
      [{ from: RANGE.from }, 'validation_failed'],
      [{ to: RANGE.to }, 'validation_failed'],
    ] as const)
      (await scene.call('POST', RECOVERIES, input)).refused(code);

    expect(await scene.system.db.webhookRecovery.count()).to.equal(0);
    expect((await rowsOf(id)).map((row) => row.status)).to.deep.equal(['exhausted']);
  });

  it('sends what a subscription missed while it was paused or did not list the event, once', async () => {
    const { id } = await scene.subscribe({ events: ['product.created'] });
    const beforeItListened = randomUUID();
    await scene.recordPaid(beforeItListened);
    await scene.call('PATCH', `/admin/v1/webhooks/subscriptions/${id}`, {
      events: ['order.paid'],
      active: false,
    });
    const duringPause = randomUUID();
    await scene.recordPaid(duringPause);
    await scene.call('PATCH', `/admin/v1/webhooks/subscriptions/${id}`, { active: true });
    await scene.recordPaid(randomUUID());
    await scene.store.variant();

    const input = { subscriptionId: id, ...RANGE, missing: true };
    const answers = await Promise.all([
      scene.call('POST', RECOVERIES, input),
      scene.call('POST', RECOVERIES, input),
    ]);
    await Promise.all([runRecoveries(scene.system), runRecoveries(scene.system)]);

    expect(answers.map(({ body }) => body.matched)).to.deep.equal([2, 2]);
    const rows = await scene.system.db.webhookDelivery.findMany({
      where: { subscriptionId: id },
      include: { webhookEvent: true },
    });
    const orders = rows.map(({ webhookEvent }) => (webhookEvent.data as { orderId: string }).orderId);
    expect(orders).to.have.length(3).and.include.members([beforeItListened, duringPause]);
  });

  it('goes no faster than its rate, and can be paused, resumed and cancelled', async () => {
    const id = await subscriptionWith(...Array.from({ length: 6 }, () => 'exhausted'));
    const { body } = await scene.call('POST', RECOVERIES, { subscriptionId: id, ...RANGE, ratePerSecond: 2 });
    const post = (verb: string) => scene.call('POST', `${RECOVERIES}/${body.id}/${verb}`);
    const atOnce = new Date();
    const system = { ...scene.system, dbNow: () => Prisma.sql`${atOnce}::timestamptz` };

    expect(await runRecoveries(system)).to.equal(2);
    expect(await runRecoveries(system), 'in the same moment').to.equal(0);
    expect((await post('pause')).body.state).to.equal('paused');
    expect((await post('pause')).status, 'twice').to.equal(200);
    atOnce.setTime(atOnce.getTime() + 1000);
    expect(await runRecoveries(system), 'while paused').to.equal(0);
    expect((await post('resume')).body.state).to.equal('running');
    expect(await runRecoveries(system)).to.equal(2);
    expect((await post('cancel')).body).to.include({ state: 'cancelled', sent: 4 });
    const resumed = await post('resume');

    expect(resumed.status).to.equal(409);
    expect(resumed.body.code).to.equal('recovery_ended');
    atOnce.setTime(atOnce.getTime() + 1000);
    expect(await runRecoveries(system)).to.equal(0);
    expect((await rowsOf(id)).filter((row) => row.status === 'exhausted')).to.have.length(2);
  });

  it('goes as fast as its rate, although a round comes in the middle of a delivery', async () => {
    const id = await subscriptionWith(...Array.from({ length: 20 }, () => 'exhausted'));
    await scene.call('POST', RECOVERIES, { subscriptionId: id, ...RANGE, ratePerSecond: 3 });
    const now = new Date();
    const system = { ...scene.system, dbNow: () => Prisma.sql`${now}::timestamptz` };
    let sent = await runRecoveries(system);

    for (let round = 0; round < 8; round += 1) {
      now.setTime(now.getTime() + 500);
      sent += await runRecoveries(system);
    }

    // Three at once, and three in each of four seconds but for a part of one.
    expect(sent).to.be.within(3 + 11, 3 + 12);
  });

  it('makes up for no more than two seconds in which no worker ran', async () => {
    const id = await subscriptionWith(...Array.from({ length: 20 }, () => 'exhausted'));
    await scene.call('POST', RECOVERIES, { subscriptionId: id, ...RANGE, ratePerSecond: 3 });
    const now = new Date();
    const system = { ...scene.system, dbNow: () => Prisma.sql`${now}::timestamptz` };
    expect(await runRecoveries(system)).to.equal(3);

    now.setTime(now.getTime() + 3_600_000);

    expect(await runRecoveries(system)).to.equal(6);
  });

  it('does not send again what was delivered while it waited for it', async () => {
    const id = await subscriptionWith('exhausted', 'exhausted');
    await scene.call('POST', RECOVERIES, { subscriptionId: id, ...RANGE });
    const [first = '', second = ''] = (await rowsOf(id)).map((row) => row.id);
    let letGo = () => {};
    const released = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let isHeld = false;
    const delivering = scene.system.db.transaction(async (db) => {
      await db.webhookDelivery.updateMany({ where: { id: first }, data: { status: 'delivered' } });
      isHeld = true;
      await released;
    });
    await until(() => isHeld, 'the row to be held');

    const sending = runRecoveries(scene.system);
    await until(async () => (await countLockWaits(scene.system)) > 0, 'the recovery to wait for the row');
    letGo();
    await delivering;

    expect(await sending).to.equal(1);
    const statuses = new Map((await rowsOf(id)).map((row) => [row.id, row.status]));
    expect([statuses.get(first), statuses.get(second)]).to.deep.equal(['delivered', 'pending']);
  });

  it('sends the others although one fails in every round', async () => {
    const broken = await subscriptionWith('exhausted');
    await scene.call('PATCH', `/admin/v1/webhooks/subscriptions/${broken}`, { events: ['order.shipped'] });
    const id = await subscriptionWith('exhausted');
    const failing = await scene.call('POST', RECOVERIES, { subscriptionId: broken, ...RANGE });
    await scene.call('POST', RECOVERIES, { subscriptionId: id, ...RANGE });
    await scene.system.db.webhookRecovery.updateMany({
      where: { id: failing.body.id },
      data: { ratePerSecond: -1 },
    });

    expect(await runRecoveries(scene.system)).to.equal(1);

    expect((await rowsOf(id)).map((row) => row.status)).to.deep.equal(['pending']);
    expect((await rowsOf(broken)).map((row) => row.status)).to.deep.equal(['exhausted']);
  });

  it('sends each delivery although its worker is killed, and repeats only what was under way', async () => {
    const id = await subscriptionWith(...Array.from({ length: 60 }, () => 'failed'));
    // Of those that have none left in the retry table, an attempt that is interrupted is the last.
    await scene.system.db.webhookDelivery.updateMany({
      where: { subscriptionId: id },
      data: { attempts: 1 },
    });
    const { body } = await scene.call('POST', RECOVERIES, {
      subscriptionId: id,
      ...RANGE,
      ratePerSecond: 30,
    });
    const ofThis = () => scene.receiver.envelopes().filter(({ event }) => event === 'order.paid');
    const before = ofThis().length;

    const settings = {
      WEBHOOK_POLL_INTERVAL_MS: '300',
      WEBHOOK_LEASE_MARGIN_MS: '1000',
      WEBHOOK_DELIVERY_TIMEOUT_MS: '5000',
      WEBHOOK_RETRY_DELAYS: '1s,1s,1s,1s,1s,1s',
      // Some of these deliveries are older than a log usually gets: they must not be removed meanwhile.
      WEBHOOK_RETENTION_DAYS: '3650',
      WEBHOOK_RETENTION_DELIVERED_DAYS: '3650',
    };
    const first = await scene.startWorker(settings);
    await until(() => ofThis().length > before, 'the first deliveries');
    await first.kill();
    const second = await scene.startWorker(settings);

    await until(async () => (await rowsOf(id)).every((row) => row.status === 'delivered'), 'all of them');
    const read = async () => (await scene.call('GET', `${RECOVERIES}/${body.id}`)).body;
    await until(async () => (await read()).state === 'completed', 'the end of the recovery');
    await second.stop();
    expect(await read()).to.include({ matched: 60, sent: 60 });
    const received = ofThis().map((envelope) => envelope.id);
    for (const row of await rowsOf(id)) {
      const ledger = await scene.system.db.webhookAttempt.findMany({ where: { deliveryId: row.id } });
      const unknown = ledger.filter(({ outcome }) => outcome === 'unknown').length;
      expect(ledger.filter(({ outcome }) => outcome === 'succeeded')).to.have.length(1);
      expect(received.filter((each) => each === row.id).length).to.be.within(1, 1 + unknown);
    }
  });

  const refusals: [string, object][] = [
    ['an empty range', { from: '2026-01-02T00:00:00Z', to: '2026-01-02T00:00:00Z' }],
    ['missing events of no subscription', { ...RANGE, missing: true }],
    [
      'missing events with a status',
      { ...RANGE, missing: true, subscriptionId: randomUUID(), status: 'failed' },
    ],
    ['a status that needs no recovery', { ...RANGE, status: 'pending' }],
    ['no range', {}],
    ['a rate of nothing', { ...RANGE, ratePerSecond: 0 }],
  ];
  for (const [what, input] of refusals)
    it(`refuses ${what} and records nothing`, async () => {
      const { status } = await scene.call('POST', RECOVERIES, input);

      expect(status).to.equal(400);
      expect(await scene.system.db.webhookRecovery.count()).to.equal(0);
    });

  it('knows nothing of another store’s subscriptions and recoveries', async () => {
    const id = await subscriptionWith('exhausted');
    const { body } = await scene.call('POST', RECOVERIES, { subscriptionId: id, ...RANGE });
    const stranger = (await createStore(scene.system)).token();

    const made = await scene.call('POST', RECOVERIES, { subscriptionId: id, ...RANGE }, stranger);
    const all = await scene.call('POST', RECOVERIES, RANGE, stranger);
    const read = await scene.call('GET', `${RECOVERIES}/${body.id}`, undefined, stranger);
    const cancelled = await scene.call('POST', `${RECOVERIES}/${body.id}/cancel`, undefined, stranger);
    const listed = await scene.call('GET', RECOVERIES, undefined, stranger);

    expect([made.status, read.status, cancelled.status]).to.deep.equal([404, 404, 404]);
    expect(all.body.matched).to.equal(0);
    expect(listed.body.total).to.equal(1);
    expect((await scene.call('GET', `${RECOVERIES}/${body.id}`)).body.state).to.equal('running');
  });
});
