import { expect } from 'chai';
import type { SystemContext } from '../../core/src/index.ts';
import { inTransaction, webhooks } from '../../core/src/index.ts';
import {
  countLockWaits,
  createMigratedDatabase,
  deliveryRow,
  failUpTo,
  LEASE_MS,
  ledgerOf,
  MAX_ATTEMPTS,
  openScene,
  queryAsOwner,
  RETRY_DELAYS_MS,
  recordEvent,
  recordEvents,
  refOf,
  refsOf,
  type Scene,
  until,
} from '../../testing/src/index.ts';
import {
  type AttemptOutcome,
  Capacity,
  claimDeliveries,
  type PollOptions,
  recordOutcomes,
  removeDeleted,
  runPollCycle,
} from '../src/index.ts';
import { sendingBy } from './sending-by.ts';

const CLAIM = {
  leaseMs: LEASE_MS,
  maxAttempts: MAX_ATTEMPTS,
  capacity: new Capacity(10_000).snapshot(),
};
const SCHEDULE = RETRY_DELAYS_MS;

const SUCCEEDED: AttemptOutcome = {
  ok: true,
  responseCode: 200,
  error: null,
  durationMs: 12,
  resolvedAddress: '127.0.0.1',
  responseBody: '',
  responseHeaders: {},
  phases: { dnsMs: 0, connectMs: 0, tlsMs: null, firstByteMs: 1 },
};
const OF_AN_EVENT = { isTest: false, honourRetryAfter: false, requestHeaders: {} };
const FAILED: AttemptOutcome = {
  ...SUCCEEDED,
  ok: false,
  responseCode: 500,
  error: 'unexpected status 500',
};

describe('the lease', () => {
  it('lets two workers and the poll race for 200 deliveries and make each of them once', async () => {
    // On a busy machine a receiver of all of them at once needs more than five seconds.
    const scene = await openScene({ databaseUrl: await createMigratedDatabase('race'), timeoutMs: 120_000 });
    const ids = await recordEvents(scene, 200);
    const [one, two, three] = [scene.deliver, scene.engine(), scene.engine()];
    const queue: PollOptions['queue'] = { findUnqueued: async (all) => [...all], addTenants: async () => {} };

    await Promise.all([
      ...ids.map((id) => one(id)),
      ...[...ids].reverse().map((id) => two(id)),
      runPollCycle(scene.system, { queue, deliver: three, batch: 50 }),
    ]);
    // Whoever finds a row held passes over it and looks again, as its job would: all three may have passed over one.
    const open = await scene.system.db.webhookDelivery.findMany({ where: { status: 'pending' } });
    for (const { id } of open) await one(id);

    const received = scene.receiver.envelopes().map(({ id }) => id);
    expect([...received].sort()).to.deep.equal([...ids].sort());
    const rows = await scene.system.db.webhookDelivery.findMany({
      where: { subscriptionId: scene.subscriptionId },
    });
    expect(rows.every(({ status, attempts }) => status === 'delivered' && attempts === 1)).to.equal(true);
    await scene.close();
  });

  it('skips a subscription that is deleted while an event is recorded; the change succeeds', async () => {
    const scene = await openScene({ databaseUrl: await createMigratedDatabase('deleted') });
    const { system, store, subscriptionId } = scene;
    let letGo = () => {};
    const released = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let isHeld = false;
    const deleting = system.db.transaction(async (db) => {
      await db.webhookSubscription.deleteMany({ where: { id: subscriptionId } });
      isHeld = true;
      await released;
    });
    await until(() => isHeld, 'the subscription to be held');

    const data = { orderId: store.tenantId, status: 'paid', previousStatus: 'pending' } as const;
    const recording = inTransaction(store.admin, (tx) => webhooks.recordEvent(tx, 'order.paid', data));
    await until(async () => (await countLockWaits(system)) > 0, 'the event to wait for the subscription');
    letGo();
    await Promise.all([deleting, recording]);

    expect([await system.db.webhookEvent.count(), await system.db.webhookDelivery.count()]).to.deep.equal([
      1, 0,
    ]);
    await scene.close();
  });

  it('sends an id once that one group asks for twice', async () => {
    const scene = await openScene();
    const id = await recordEvent(scene);

    await Promise.all([scene.deliver(id), scene.deliver(id), scene.deliver(id)]);

    expect(scene.receiver.requests).to.have.length(1);
    expect(await deliveryRow(scene, id)).to.include({ status: 'delivered', attempts: 1 });
    expect((await ledgerOf(scene, id)).map(({ outcome }) => outcome)).to.deep.equal(['succeeded']);
    await scene.close();
  });

  it('tells a worker that comes second to ask again when it ends', async () => {
    const scene = await openScene();
    const id = await recordEvent(scene);
    await claimDeliveries(scene.system, refsOf(scene, [id]), CLAIM);

    const retryInMs = await scene.deliver(id);

    expect(retryInMs).to.equal(LEASE_MS);
    expect(scene.receiver.requests).to.have.length(0);
    await scene.close();
  });

  it('makes the attempt of a dead worker unknown, and the delivery is made again after it', async () => {
    const scene = await openScene();
    const id = await recordEvent(scene);
    await claimDeliveries(scene.system, refsOf(scene, [id]), CLAIM);
    scene.clock.advance(LEASE_MS);

    await scene.deliver(id);

    expect(await deliveryRow(scene, id)).to.include({ status: 'delivered', attempts: 2 });
    const ledger = await ledgerOf(scene, id);
    expect(ledger.map(({ number, outcome }) => [number, outcome])).to.deep.equal([
      [1, 'unknown'],
      [2, 'succeeded'],
    ]);
    expect(ledger[0]?.finishedAt).to.equal(null);
    await scene.close();
  });

  it('leaves all seven attempts to a delivery whose workers died before they sent it', async () => {
    const scene = await openScene();
    const id = await recordEvent(scene);
    for (let died = 0; died < 6; died += 1) {
      await claimDeliveries(scene.system, refsOf(scene, [id]), CLAIM);
      scene.clock.advance(LEASE_MS);
    }

    await failUpTo(scene, id, 6);
    expect(await deliveryRow(scene, id)).to.include({ status: 'failed', attempts: 12 });
    scene.clock.advance(24 * 3_600_000);
    await scene.deliver(id);

    expect(await deliveryRow(scene, id)).to.include({ status: 'exhausted', attempts: 13 });
    expect(scene.receiver.requests).to.have.length(7);
    await scene.close();
  });

  it('exhausts a delivery after seven workers died of it, and starts no eighth attempt', async () => {
    const scene = await openScene();
    const id = await recordEvent(scene);
    for (let died = 0; died < 7; died += 1) {
      await claimDeliveries(scene.system, refsOf(scene, [id]), CLAIM);
      scene.clock.advance(LEASE_MS);
    }

    const retryInMs = await scene.deliver(id);

    expect(retryInMs).to.equal(null);
    expect(await deliveryRow(scene, id)).to.include({
      status: 'exhausted',
      attempts: 7,
      nextRetryAt: null,
      responseCode: null,
      lastError: 'attempt interrupted',
      leaseUntil: null,
    });
    expect((await ledgerOf(scene, id)).at(-1)).to.include({ number: 7, outcome: 'unknown' });
    expect(scene.receiver.requests).to.have.length(0);
    await scene.close();
  });

  it('makes attempt 8 when a retry by hand was asked for while the worker died in attempt 7', async () => {
    const scene = await openScene();
    const id = await recordEvent(scene);
    await failUpTo(scene, id, 6);
    scene.clock.advance(24 * 3_600_000);
    await claimDeliveries(scene.system, refsOf(scene, [id]), CLAIM);
    await webhooks.retryDelivery(scene.store.admin, id);
    scene.clock.advance(LEASE_MS);
    scene.receiver.answer(200);

    await scene.deliver(id);

    expect(await deliveryRow(scene, id)).to.include({ status: 'delivered', attempts: 8 });
    await scene.close();
  });
});

describe('recording an outcome', () => {
  let scene: Scene;
  let id: string;
  beforeEach(async () => {
    scene = await openScene();
    id = await recordEvent(scene);
  });
  afterEach(() => scene.close());

  const record = (attemptNumber: number, outcome: AttemptOutcome) =>
    recordOutcomes(scene.system, [{ ...refOf(scene, id), attemptNumber, outcome, ...OF_AN_EVENT }], SCHEDULE);

  async function claimTwice(): Promise<void> {
    await claimDeliveries(scene.system, refsOf(scene, [id]), CLAIM);
    scene.clock.advance(LEASE_MS);
    await claimDeliveries(scene.system, refsOf(scene, [id]), CLAIM);
  }

  it('ignores a late failure while a newer attempt is under way', async () => {
    await claimTwice();
    const before = await deliveryRow(scene, id);

    const decided = await record(1, FAILED);

    expect(decided).to.deep.equal([]);
    expect(await deliveryRow(scene, id)).to.deep.equal(before);
    expect((await ledgerOf(scene, id)).map(({ outcome }) => outcome)).to.deep.equal(['failed', 'open']);
  });

  it('ignores a late failure after a newer success', async () => {
    await claimTwice();
    await record(2, SUCCEEDED);
    const before = await deliveryRow(scene, id);

    const decided = await record(1, FAILED);

    expect(decided).to.deep.equal([]);
    expect(await deliveryRow(scene, id)).to.deep.equal(before);
  });

  it('accepts a late success during a newer attempt, whose failure then changes nothing', async () => {
    await claimTwice();

    const [decided] = await record(1, SUCCEEDED);
    await record(2, FAILED);

    expect(decided).to.include({ id, status: 'delivered', nextRetryInMs: null });
    expect(await deliveryRow(scene, id)).to.include({
      status: 'delivered',
      responseCode: 200,
      leaseUntil: null,
    });
    expect((await ledgerOf(scene, id)).map(({ outcome }) => outcome)).to.deep.equal(['succeeded', 'failed']);
  });

  it('leaves no newer attempt open that a late success overtook, if its worker is dead', async () => {
    const other = await recordEvent(scene);
    await claimTwice();
    await claimDeliveries(scene.system, refsOf(scene, [other]), CLAIM);

    await record(1, SUCCEEDED);

    const ledger = (await ledgerOf(scene, id)).map(({ outcome, finishedAt }) => [
      outcome,
      finishedAt !== null,
    ]);
    expect(ledger).to.deep.equal([
      ['succeeded', true],
      ['unknown', false],
    ]);
    expect((await ledgerOf(scene, other)).map(({ outcome }) => outcome)).to.deep.equal(['open']);
  });

  it('takes a late success after a newer failure', async () => {
    await claimTwice();
    await record(2, FAILED);

    await record(1, SUCCEEDED);

    expect(await deliveryRow(scene, id)).to.include({
      status: 'delivered',
      nextRetryAt: null,
      lastError: null,
    });
  });

  it('takes a late success after exhaustion', async () => {
    await failUpTo(scene, id, 7);
    await scene.system.db.webhookAttempt.updateMany({
      where: { deliveryId: id, number: 3 },
      data: { outcome: 'unknown' },
    });

    await record(3, SUCCEEDED);

    expect(await deliveryRow(scene, id)).to.include({ status: 'delivered', nextRetryAt: null });
  });

  it('accepts the success when both attempts are recorded in one group, in either order', async () => {
    const other = await recordEvent(scene);
    await claimDeliveries(scene.system, refsOf(scene, [id, other]), CLAIM);
    scene.clock.advance(LEASE_MS);
    await claimDeliveries(scene.system, refsOf(scene, [id, other]), CLAIM);
    const attempts = [
      { ...refOf(scene, id), attemptNumber: 1, outcome: SUCCEEDED, ...OF_AN_EVENT },
      { ...refOf(scene, id), attemptNumber: 2, outcome: FAILED, ...OF_AN_EVENT },
      { ...refOf(scene, other), attemptNumber: 2, outcome: FAILED, ...OF_AN_EVENT },
      { ...refOf(scene, other), attemptNumber: 1, outcome: SUCCEEDED, ...OF_AN_EVENT },
    ];

    const decided = await recordOutcomes(scene.system, attempts, SCHEDULE);

    expect(decided.map(({ status }) => status)).to.deep.equal(['delivered', 'delivered']);
    for (const each of [id, other])
      expect((await ledgerOf(scene, each)).map(({ outcome }) => outcome)).to.deep.equal([
        'succeeded',
        'failed',
      ]);
  });

  for (const outcome of [SUCCEEDED, FAILED]) {
    it(`changes nothing the second time (${outcome.error ?? 'a success'})`, async () => {
      await claimDeliveries(scene.system, refsOf(scene, [id]), CLAIM);
      await record(1, outcome);
      const before = [await deliveryRow(scene, id), await ledgerOf(scene, id)];
      scene.clock.advance(1000);

      const decided = await record(1, { ...outcome, durationMs: 999, responseBody: 'again' });

      expect(decided).to.deep.equal([]);
      expect([await deliveryRow(scene, id), await ledgerOf(scene, id)]).to.deep.equal(before);
    });
  }

  it('can’t wait in a circle with a subscription being deleted, or with claims of its rows', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id: subscriptionId } = await webhooks.createSubscription(scene.store.admin, {
        url: scene.receiver.url,
        events: ['order.shipped'],
      });
      const ids = await recordEvents({ ...scene, subscriptionId }, 200, 'order.shipped');
      await claimDeliveries(scene.system, refsOf(scene, ids), CLAIM);
      scene.clock.advance(LEASE_MS);
      const groups = [0, 50, 100, 150].map((start) => ids.slice(start, start + 50));

      const results = await Promise.allSettled([
        ...groups.map((group) =>
          recordOutcomes(
            scene.system,
            [...group]
              .reverse()
              .map((each) => ({ ...refOf(scene, each), attemptNumber: 1, outcome: FAILED, ...OF_AN_EVENT })),
            SCHEDULE,
          ),
        ),
        ...groups.map((group) => claimDeliveries(scene.system, refsOf(scene, group), CLAIM)),
        webhooks
          .deleteSubscription(scene.store.admin, subscriptionId)
          .then(() => removeDeleted(scene.system)),
      ]);

      expect(results.filter(({ status }) => status === 'rejected')).to.deep.equal([]);
    }
  });
});

describe('a database that fails for a moment', () => {
  it('while an outcome is recorded: it is recorded at the next try, and nothing is sent twice', async () => {
    const scene = await openScene();
    const id = await recordEvent(scene);
    const failing = failingOnce(scene.system, 'jsonb_to_recordset', gone());

    await scene.engine({}, failing.system)(id);

    expect(failing.failures()).to.equal(1);
    expect(await deliveryRow(scene, id)).to.include({ status: 'delivered', attempts: 1 });
    expect((await ledgerOf(scene, id)).map(({ outcome }) => outcome)).to.deep.equal(['succeeded']);
    expect(scene.receiver.requests).to.have.length(1);
    await scene.close();
  });

  it('in a way that no patience helps: a 2xx is told as unknown, and is made again', async () => {
    const scene = await openScene();
    const id = await recordEvent(scene);
    const failing = failingOnce(scene.system, 'jsonb_to_recordset', new Error('an error of ours'));

    const [result] = await Promise.allSettled([scene.engine({}, failing.system)(id)]);
    const meanwhile = [await deliveryRow(scene, id), await ledgerOf(scene, id)] as const;
    scene.clock.advance(LEASE_MS);
    await scene.deliver(id);

    expect(result.status).to.equal('rejected');
    expect(meanwhile[0]).to.include({ status: 'pending', lastError: null });
    expect(meanwhile[1].map(({ outcome }) => outcome)).to.deep.equal(['open']);
    expect(await deliveryRow(scene, id)).to.include({ status: 'delivered', attempts: 2, lastError: null });
    expect((await ledgerOf(scene, id)).map(({ outcome }) => outcome)).to.deep.equal(['unknown', 'succeeded']);
    expect(scene.receiver.envelopes().map((envelope) => envelope.id)).to.deep.equal([id, id]);
    await scene.close();
  });

  it('records the outcome when its connections are really cut during the request', async () => {
    const scene = await openScene({ databaseUrl: await createMigratedDatabase('cut') });
    const id = await recordEvent(scene);
    const { pathname } = new URL(await databaseOf(scene));
    scene.receiver.answer(async (_request, response) => {
      // A worker of autovacuum may be ended by a superuser only.
      const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = $1 AND backend_type = 'client backend'`;
      await queryAsOwner(cut, [pathname.slice(1)]);
      response.writeHead(200).end();
    });

    await scene.deliver(id);

    expect(await deliveryRow(scene, id)).to.include({ status: 'delivered', attempts: 1 });
    await scene.close();
  });

  it('while a group is claimed: the job fails, and nothing is lost', async () => {
    const scene = await openScene();
    const ids = await recordEvents(scene, 3);
    const failing = failingOnce(scene.system, 'SKIP LOCKED', gone());
    const deliver = scene.engine({}, failing.system);

    const results = await Promise.allSettled(ids.map((id) => deliver(id)));
    expect(results.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected', 'rejected']);
    await Promise.all(ids.map((id) => deliver(id)));

    expect(scene.receiver.requests).to.have.length(3);
    await scene.close();
  });

  it('in a statement that is wrong for one of a group: the others are not touched by it', async () => {
    const scene = await openScene();
    const [first, second] = await recordEvents(scene, 2);

    const results = await Promise.allSettled(
      [first, 'not-a-uuid', second].map((id) => scene.deliver(id ?? '')),
    );

    expect(results.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled']);
    await until(() => scene.receiver.requests.length === 2, 'the two good deliveries');
    await scene.close();
  });
});

async function databaseOf({ system }: Scene): Promise<string> {
  const [row] = await system.db.sql<{ name: string }[]>`SELECT current_database()::text AS name`;
  return `postgresql://localhost/${row?.name}`;
}

function gone(): Error {
  return Object.assign(new Error('Connection terminated unexpectedly'), { code: '57P01' });
}

/** A context whose database fails once, at the first statement of a worker that contains `text`. */
function failingOnce(system: SystemContext, text: string, error: Error) {
  let failures = 0;
  const db = sendingBy(system.db, (send) => (strings, ...values) => {
    if (failures > 0 || !strings.join('').includes(text)) return send(strings, ...values);
    failures += 1;
    return Promise.reject(error);
  });
  return { system: { ...system, db }, failures: () => failures };
}
