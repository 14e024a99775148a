import type { ServerResponse } from 'node:http';
import { MINUTE_MS } from '@service/jobs/primitives';
import { expect } from 'chai';
import {
  anotherStore,
  createMigratedDatabase,
  deliveryRow,
  LEASE_MS,
  openEngine,
  openScene,
  RETRY_DELAYS_MS,
  type Receiver,
  recordEvents,
  type Scene,
  type TestEngine,
  until,
} from '../../testing/src/index.ts';
import { Capacity } from '../src/index.ts';

describe('fairness', () => {
  let scene: Scene;
  let enqueued: { tenantId: string; inMs: number }[];
  let called: string[];
  let engines: TestEngine[];
  beforeEach(async () => {
    scene = await openScene({ databaseUrl: await createMigratedDatabase('fair'), timeoutMs: 15_000 });
    enqueued = [];
    called = [];
    engines = [];
  });
  afterEach(async () => {
    await Promise.all(engines.map((each) => each.close()));
    await scene.close();
  });

  /** What one worker process has, with so many capacity for one subscriber. */
  function worker(perLane: number, sender = scene.sender): TestEngine {
    const engine = openEngine(scene, {
      sender,
      schedule: RETRY_DELAYS_MS,
      leaseMs: LEASE_MS,
      capacity: new Capacity(perLane),
      enqueueTenant: (tenantId, inMs) => enqueued.push({ tenantId, inMs }),
      onSaturated: (tenantId) => called.push(tenantId),
    });
    engines.push(engine);
    return engine;
  }

  const delivered = async (subscriptionId = scene.subscriptionId) =>
    scene.system.db.webhookDelivery.count({ where: { subscriptionId, status: 'delivered' } });

  it('a subscriber that hangs gets its share of capacity, and the rest once it answers', async () => {
    const hanging = hang(scene.receiver);
    const other = await anotherStore(scene);
    const one = worker(3);
    const slow = await recordEvents(scene, 30);
    const jobs = slow.map(one.deliver);
    await until(() => hanging.open() === 3, 'its share');

    for (const id of await recordEvents(other, 10)) await one.deliver(id);

    expect(other.receiver.requests).to.have.length(10);
    expect(scene.receiver.requests).to.have.length(3);
    hanging.letGo();
    await Promise.all(jobs);
    await until(async () => (await delivered()) === 30, 'the rest');
    const received = scene.receiver.envelopes().map(({ id }) => id);
    expect([...received].sort(), 'each once').to.deep.equal([...slow].sort());
  });

  it('a subscriber that hangs leaves capacity to the others of its own store', async () => {
    const hanging = hang(scene.receiver);
    const well = await anotherStore(scene, scene.store);
    const one = worker(4);
    void Promise.all((await recordEvents(scene, 50, 'order.shipped')).map(one.deliver));
    await until(() => hanging.open() === 4, 'its share');

    const ids = await recordEvents(well, 5);
    await one.drain(scene.store.tenantId);

    await until(async () => (await delivered(well.subscriptionId)) === 5, 'the other subscriber');
    expect(ids).to.have.length(5);
    hanging.letGo();
  });

  it('serves whoever has the fewest under way first, when there isn’t enough for all', async () => {
    const other = await anotherStore(scene, scene.store);
    const [busy, idle] = [hang(scene.receiver), hang(other.receiver)];
    const one = worker(2);
    // The other subscription listens to `order.paid` alone.
    const [first = ''] = await recordEvents(scene, 3, 'order.shipped');
    const jobs = [one.deliver(first)];
    await until(() => busy.open() === 1, 'the one that is under way');
    await recordEvents(other, 3);

    await one.drain(scene.store.tenantId);

    await until(() => idle.open() === 2, 'as many as one may have beside the other');
    expect(busy.open()).to.equal(1);
    busy.letGo();
    idle.letGo();
    await Promise.all(jobs);
    await until(async () => (await delivered(other.subscriptionId)) === 3, 'the rest');
  });

  it('parks a job without a request, and leaves its row due for whoever has a slot', async () => {
    const hanging = hang(scene.receiver);
    const one = worker(1);
    const [first = '', second = ''] = await recordEvents(scene, 2);
    const job = one.deliver(first);
    await until(() => hanging.open() === 1, 'the only slot');

    expect(await one.deliver(second)).to.equal(null);

    expect(await deliveryRow(scene, second)).to.include({ status: 'pending', attempts: 0, leaseUntil: null });
    hanging.letGo();
    await job;
    await until(async () => (await delivered()) === 2, 'the second');
  });

  it('makes all that is due in a store without a job for any of it', async () => {
    const other = await anotherStore(scene);
    const ids = await recordEvents(scene, 100);
    const theirs = await recordEvents(other, 1);

    await worker(5).drain(scene.store.tenantId);

    await until(async () => (await delivered()) === 100, 'all of the store');
    expect([...scene.receiver.envelopes().map(({ id }) => id)].sort()).to.deep.equal([...ids].sort());
    expect(await deliveryRow(scene, theirs[0] ?? '')).to.include({ attempts: 0 });
  });

  it('releases the capacity of an attempt that ends in an unexpected error', async () => {
    const one = worker(1, {
      ...scene.sender,
      send: (message) =>
        message.body.includes('order.shipped')
          ? Promise.reject(new Error('out of memory'))
          : scene.sender.send(message),
    });
    const [broken = ''] = await recordEvents(scene, 1, 'order.shipped');
    const [next = ''] = await recordEvents(scene, 1);

    const [failed] = await Promise.allSettled([one.deliver(broken)]);
    await one.deliver(next);

    expect(failed).to.have.property('status', 'rejected');
    expect(scene.receiver.envelopes().map(({ id }) => id)).to.deep.equal([next]);
    expect(await deliveryRow(scene, broken)).to.include({ status: 'pending', attempts: 1 });
  });

  it('calls another worker for a store that has more due than capacity, and for no other', async () => {
    const hanging = hang(scene.receiver);
    const other = await anotherStore(scene);
    await recordEvents(scene, 10);
    await recordEvents(other, 1);
    const [one, two] = [worker(2), worker(2)];

    await one.drain(other.store.tenantId);
    await until(() => other.receiver.requests.length === 1, 'the store that has no more');
    await one.drain(scene.store.tenantId);
    await until(() => called.length > 0, 'the call');
    for (const tenantId of called) await two.drain(tenantId);

    await until(() => hanging.open() === 4, 'the capacity of both');
    expect(new Set(called)).to.deep.equal(new Set([scene.store.tenantId]));
    hanging.letGo();
    await until(async () => (await delivered()) === 10, 'all');
    const received = scene.receiver.envelopes().map(({ id }) => id);
    expect(new Set(received).size, 'each once').to.equal(received.length);
  });

  it('enqueues the store for the retry of what it made without a job', async () => {
    scene.receiver.answer(500);
    const [id = ''] = await recordEvents(scene, 1);

    await worker(5).drain(scene.store.tenantId);

    await until(() => enqueued.length === 1, 'the job of the store');
    expect(enqueued).to.deep.equal([{ tenantId: scene.store.tenantId, inMs: MINUTE_MS }]);
    expect(await deliveryRow(scene, id)).to.include({ status: 'failed', attempts: 1 });
  });

  it('sends a test at once, however much its endpoint has due', async () => {
    const hanging = hang(scene.receiver);
    const one = worker(1);
    const ids = await recordEvents(scene, 5);
    void Promise.all(ids.map(one.deliver));
    await until(() => hanging.open() === 1, 'the only slot');
    const tested = ids[4] ?? '';
    await scene.system.db.webhookDelivery.updateMany({ where: { id: tested }, data: { isTest: true } });

    const job = one.deliver(tested);

    await until(() => scene.receiver.envelopes().some(({ id }) => id === tested), 'the test');
    hanging.letGo();
    await job;
  });

  it('respects the limit of a subscription over all workers together', async () => {
    await scene.system.db.webhookSubscription.updateMany({
      where: { id: scene.subscriptionId },
      data: { maxConcurrency: 2 },
    });
    let open = 0;
    let mostOpen = 0;
    const held: (() => void)[] = [];
    scene.receiver.answer((_request, response) => {
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      held.push(() =>
        setTimeout(() => {
          open -= 1;
          response.writeHead(200).end();
        }, 5),
      );
      // The first waits for a second: they are open at once, however slow the machine is.
      if (mostOpen > 1) for (const respond of held.splice(0)) respond();
    });
    const ids = await recordEvents(scene, 40);
    const workers = [worker(10), worker(10), worker(10)];

    await Promise.all([
      ...workers.flatMap((each) => ids.map(each.deliver)),
      ...workers.map((each) => each.drain(scene.store.tenantId)),
    ]);

    await until(async () => (await delivered()) === 40, 'all of them');
    expect(mostOpen).to.equal(2);
    expect(scene.receiver.requests, 'each once').to.have.length(40);
  });

  it('sends one at a time over all workers while a subscription is on probation', async () => {
    await scene.system.db.webhookSubscription.updateMany({
      where: { id: scene.subscriptionId },
      data: { isProbing: true, maxConcurrency: 10 },
    });
    const hanging = hang(scene.receiver);
    const ids = await recordEvents(scene, 40);
    const workers = [worker(10), worker(10), worker(10)];
    const jobs = Promise.all([
      ...workers.flatMap((each) => ids.map(each.deliver)),
      ...workers.map((each) => each.drain(scene.store.tenantId)),
    ]);
    await until(() => hanging.open() === 1, 'the probe');

    for (const id of ids) await workers[0]?.deliver(id);

    expect(scene.receiver.requests, 'what one may see before it has answered').to.have.length(1);
    hanging.letGo();
    await jobs;
    await until(async () => (await delivered()) === 40, 'all of them');
    expect(scene.receiver.requests, 'each once').to.have.length(40);
  });

  it('takes up again what a worker left that died with its list of the waiting', async () => {
    const ids = await recordEvents(scene, 20);
    const isUnderWay = async () =>
      (await scene.system.db.webhookDelivery.count({ where: { leaseUntil: { not: null } } })) === 1;
    // It dies in its first request, and sends nothing more.
    const dead = openEngine(scene, {
      sender: { send: () => new Promise(() => {}), close() {} },
      schedule: RETRY_DELAYS_MS,
      leaseMs: LEASE_MS,
      capacity: new Capacity(1),
      enqueueTenant: () => {},
    });
    for (const id of ids) void dead.deliver(id);
    await until(isUnderWay, 'the only slot');
    scene.clock.advance(LEASE_MS);

    await worker(5).drain(scene.store.tenantId);

    await until(async () => (await delivered()) === 20, 'all of them');
    const received = scene.receiver.envelopes().map(({ id }) => id);
    expect([...received].sort(), 'each once').to.deep.equal([...ids].sort());
    await dead.close();
  });
});

/** Leaves requests without an answer until it lets go. */
function hang(receiver: Receiver) {
  const open: ServerResponse[] = [];
  let isHanging = true;
  receiver.answer((_request, response) => {
    if (isHanging) open.push(response);
    else response.writeHead(200).end();
  });
  return {
    open: () => open.length,
    letGo() {
      isHanging = false;
      for (const response of open) response.writeHead(200).end();
    },
  };
}
