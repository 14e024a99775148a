import type { ServerResponse } from 'node:http';
import type { QueueConnection } from '@service/jobs';
import { Queue } from 'bullmq';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { catalog, webhooks } from '../../core/src/index.ts';
import {
  anotherStore,
  createMigratedDatabase,
  deliveryRow,
  LEASE_MS,
  openEngine,
  openScene,
  RETRY_DELAYS_MS,
  recordEvents,
  refsOf,
  type Scene,
  startTestRedis,
  until,
} from '../../testing/src/index.ts';
import {
  Capacity,
  type DeliveryQueue,
  type DeliveryRef,
  openDeliveryQueue,
  type PollOptions,
  runPollCycle,
  startDeliveryWorker,
} from '../src/index.ts';

const BATCH = 20;

/** A queue in memory, for what doesn't depend on a real one. */
function fakeQueue(withJob: readonly string[] = []) {
  const enqueuedTenants: string[] = [];
  return {
    enqueuedTenants,
    findUnqueued: async <Ref extends DeliveryRef>(refs: readonly Ref[]) =>
      refs.filter(({ id }) => !withJob.includes(id)),
    addTenants: async (tenantIds: readonly string[]) => {
      enqueuedTenants.push(...tenantIds);
    },
  };
}

describe('a poll cycle', () => {
  let scene: Scene;
  beforeEach(async () => {
    scene = await openScene({ databaseUrl: await createMigratedDatabase('poll') });
  });
  afterEach(() => scene.close());

  const cycle = (options: Partial<PollOptions> = {}) =>
    runPollCycle(scene.system, { queue: fakeQueue(), deliver: scene.deliver, batch: BATCH, ...options });

  const delivered = () => scene.system.db.webhookDelivery.count({ where: { status: 'delivered' } });
  const statuses = async () =>
    (await scene.system.db.webhookDelivery.groupBy({ by: ['status'], _count: true })).map(
      ({ status, _count }) => [status, _count],
    );

  it('makes at most 20 deliveries, one after another, the longest due first', async () => {
    const older = await recordEvents(scene, 5);
    scene.clock.advance(1000);
    await recordEvents(scene, 30);
    // Of one subscription no more than 20 are looked at.
    const other = await anotherStore(scene);
    await recordEvents(other, 30);
    let open = 0;
    let mostOpen = 0;
    const deliver = async (ref: DeliveryRef) => {
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      const retryInMs = await scene.deliver(ref);
      open -= 1;
      return retryInMs;
    };

    const { delivered, enqueuedTenants } = await cycle({ deliver });

    expect({ delivered, enqueuedTenants, mostOpen }).to.deep.equal({
      delivered: 20,
      enqueuedTenants: 2,
      mostOpen: 1,
    });
    const received = scene.receiver.envelopes().map(({ id }) => id);
    expect(received.slice(0, 5)).to.deep.equal(older);
    expect(received.length + other.receiver.requests.length).to.equal(20);
  });

  it('counts what only it found: due for a while and without a job', async () => {
    const [queued = '', lost = ''] = await recordEvents(scene, 2);
    const queue = fakeQueue([queued]);
    const found = async (options: Partial<PollOptions> = {}) =>
      (await cycle({ queue, deliver: async () => null, ...options })).found;

    expect(await found(), 'what is on its way to the queue').to.equal(0);
    scene.clock.advance(1001);
    expect(await found()).to.equal(1);
    await scene.deliver(lost);
    expect(await found()).to.equal(0);
  });

  it('makes what no worker has taken up for long, though it has a job', async () => {
    const [parked = ''] = await recordEvents(scene, 1);
    const queue = fakeQueue([parked]);
    const believing = { queue, believedForMs: 60_000 };
    scene.clock.advance(60_000);
    expect((await cycle(believing)).delivered).to.equal(0);
    scene.clock.advance(1);

    expect((await cycle(believing)).delivered).to.equal(1);

    expect(await delivered()).to.equal(1);
    expect(scene.receiver.envelopes().map(({ id }) => id)).to.deep.equal([parked]);
  });

  const countFound = async () => (await cycle({ deliver: async () => null })).found;

  it('doesn’t count what waits for capacity of another worker', async () => {
    const open: ServerResponse[] = [];
    scene.receiver.answer((_request, response) => void open.push(response));
    await recordEvents(scene, 5);
    const engine = openEngine(scene, {
      sender: scene.sender,
      schedule: RETRY_DELAYS_MS,
      leaseMs: LEASE_MS,
      capacity: new Capacity(2),
      enqueueTenant: () => {},
    });
    await engine.drain(scene.store.tenantId);
    await until(() => open.length === 2, 'all that the other may send');
    scene.clock.advance(1001);

    expect(await countFound()).to.equal(0);

    scene.receiver.answer(200);
    for (const response of open) response.end();
    await until(async () => (await delivered()) === 5, 'the rest');
    await engine.close();
  });

  it('counts what workers passed over that is older than what they send', async () => {
    await recordEvents(scene, 1);
    scene.clock.advance(1);
    const [sent = '', second = ''] = await recordEvents(scene, 3);
    let response: ServerResponse | undefined;
    scene.receiver.answer((_request, answer) => {
      response = answer;
    });
    const sending = scene.deliver(sent);
    await until(() => response !== undefined, 'the request');
    scene.clock.advance(1001);

    expect(await countFound(), 'one is under way').to.equal(1);

    response?.end();
    await sending;
    scene.receiver.answer(200);
    expect(await countFound(), 'nothing goes on').to.equal(3);
    await scene.deliver(second);
    expect(await countFound(), 'one was sent a moment ago').to.equal(1);
    scene.clock.advance(1000);
    expect(await countFound()).to.equal(2);
  });

  it('enqueues a store once that has more than it makes, however many', async () => {
    await recordEvents(scene, 1250);
    const queue = fakeQueue();

    const { delivered } = await cycle({ queue });

    expect(delivered).to.equal(20);
    expect(queue.enqueuedTenants).to.deep.equal([scene.store.tenantId]);
  });

  it('lets subscribers take turns, whoever has the longest due', async () => {
    await recordEvents(scene, 1250);
    scene.clock.advance(60_000);
    const other = await anotherStore(scene);
    const [theirs = ''] = await recordEvents(other, 1);
    const queue = fakeQueue();

    await cycle({ queue });

    expect(other.receiver.envelopes().map(({ id }) => id)).to.deep.equal([theirs]);
    expect(scene.receiver.requests).to.have.length(19);
    expect(queue.enqueuedTenants).to.deep.equal([scene.store.tenantId]);
  });

  it('enqueues every store with something due, when it can’t look at all of it', async () => {
    const stores = await Promise.all(Array.from({ length: 4 }, () => anotherStore(scene)));
    for (const store of stores) await recordEvents(store, 30);
    const queue = fakeQueue();

    await cycle({ queue, batch: 2, lookAt: 5 });

    expect(queue.enqueuedTenants).to.have.members(stores.map(({ store }) => store.tenantId));
  });

  it('leaves those alone that have a live job, are held by a worker, are not due, or are done', async () => {
    const [withJob = '', held = '', later = '', done = '', due = ''] = await recordEvents(scene, 5);
    const soon = new Date(scene.clock.now().getTime() + 1);
    const update = (id: string, data: object) =>
      scene.system.db.webhookDelivery.updateMany({ where: { id }, data });
    await update(held, { leaseUntil: soon });
    await update(later, { nextRetryAt: soon });
    await update(done, { status: 'exhausted', nextRetryAt: null });

    const { delivered, enqueuedTenants } = await cycle({ queue: fakeQueue([withJob]) });

    expect({ delivered, enqueuedTenants }).to.deep.equal({ delivered: 1, enqueuedTenants: 0 });
    expect(scene.receiver.envelopes().map(({ id }) => id)).to.deep.equal([due]);
    expect(await statuses()).to.have.deep.members([
      ['pending', 3],
      ['exhausted', 1],
      ['delivered', 1],
    ]);
  });

  it('makes its batch while the queue is away', async () => {
    await recordEvents(scene, 25);
    const away = {
      findUnqueued: () => Promise.reject(new Error('away')),
      addTenants: () => Promise.reject(new Error('away')),
    };

    const { delivered, enqueuedTenants } = await cycle({ queue: away });

    expect({ delivered, enqueuedTenants }).to.deep.equal({ delivered: 20, enqueuedTenants: 0 });
  });

  it('makes its batch while the queue answers but takes nothing (out of memory, read-only)', async () => {
    await recordEvents(scene, 25);
    const full = {
      ...fakeQueue(),
      addTenants: () => Promise.reject(new Error('OOM command not allowed')),
    };

    const { delivered, enqueuedTenants } = await cycle({ queue: full });

    expect({ delivered, enqueuedTenants }).to.deep.equal({ delivered: 20, enqueuedTenants: 0 });
  });

  it('goes on after a delivery that throws', async () => {
    const [bad, ...good] = await recordEvents(scene, 4);
    const deliver = (ref: DeliveryRef) =>
      ref.id === bad ? Promise.reject(new Error('bad')) : scene.deliver(ref);

    await cycle({ deliver });

    expect(scene.receiver.envelopes().map(({ id }) => id)).to.deep.equal(good);
  });

  it('ends after the delivery under way when it is told to stop', async () => {
    await recordEvents(scene, 5);
    const stopping = new AbortController();
    scene.receiver.answer((_request, response) => {
      stopping.abort();
      response.writeHead(200).end();
    });

    const { delivered } = await cycle({ signal: stopping.signal });

    expect(delivered).to.equal(1);
    expect(await statuses()).to.have.deep.members([
      ['pending', 4],
      ['delivered', 1],
    ]);
  });

  it('delivers what was recorded while nobody told the queue', async () => {
    const [id = ''] = await recordEvents(scene, 1);
    expect(scene.enqueued).to.deep.equal([id]);

    await cycle();

    expect(await deliveryRow(scene, id)).to.include({ status: 'delivered', attempts: 1 });
  });

  it('delivers only what a filter on the resource let through while nobody told the queue', async () => {
    const { store, subscriptionId, enqueued } = scene;
    const filter = { path: 'data.object.title', prefix: 'Green' };
    await webhooks.updateSubscription(store.admin, subscriptionId, { events: ['product.updated'], filter });
    for (const title of ['Green tea', 'Desk lamp']) {
      const { id } = await catalog.createProduct(store.admin, { title: `New: ${title}` });
      await catalog.updateProduct(store.admin, id, { title });
    }
    expect(enqueued).to.have.length(1);

    await cycle();

    expect(await statuses()).to.deep.equal([['delivered', 1]]);
    expect(scene.receiver.requests).to.have.length(1);
  });

  describe('beside a real Redis', () => {
    let queue: DeliveryQueue;
    let inside: Queue;
    let redis: Redis;
    let server: Awaited<ReturnType<typeof startTestRedis>>;
    before(async function () {
      server = await startTestRedis();
      if (!server) {
        this.skipReason = 'there is no Redis';
        this.skip();
      }
    });
    after(() => server?.stop());
    beforeEach(async () => {
      const connection: QueueConnection = { kind: 'redis', url: server?.url ?? '' };
      redis = new Redis(connection.url, { maxRetriesPerRequest: null });
      await redis.flushall();
      inside = new Queue('webhook-deliveries', { connection: redis });
      queue = openDeliveryQueue(connection, () => {});
      await until(queue.isUp, 'the queue');
    });
    afterEach(async () => {
      await queue.close();
      await inside.close();
      redis.disconnect();
    });

    it('makes a flushed queue of 500 whole again in one cycle', async () => {
      const ids = await recordEvents(scene, 500);
      await queue.add(refsOf(scene, ids));
      await redis.flushall();
      const engine = openEngine(scene, {
        sender: scene.sender,
        schedule: RETRY_DELAYS_MS,
        leaseMs: LEASE_MS,
        capacity: new Capacity(5),
        enqueueTenant: queue.enqueueTenant,
      });
      const worker = startDeliveryWorker({
        connection: { kind: 'redis', url: server?.url ?? '' },
        concurrency: 20,
        deliver: engine.deliver,
        drain: engine.drain,
        enqueueRetry: queue.enqueueRetry,
        onError: () => {},
      });

      const { enqueuedTenants } = await cycle({ queue });

      expect(enqueuedTenants).to.equal(1);
      await until(async () => (await delivered()) === 500, 'all to be delivered');
      const received = scene.receiver.envelopes().map(({ id }) => id);
      expect([...received].sort()).to.deep.equal([...ids].sort());
      await worker.close();
      await engine.close();
    });

    it('promotes the delayed job of a delivery that is due, instead of making it itself', async () => {
      const [id = ''] = await recordEvents(scene, 1);
      await inside.add(
        'deliver',
        { tenantId: scene.store.tenantId, deliveryId: id },
        { jobId: id, delay: 3_600_000 },
      );

      const result = await cycle({ queue });

      expect(result).to.deep.equal({ delivered: 0, enqueuedTenants: 0, found: 0 });
      expect(await inside.getJobState(id)).to.equal('waiting');
    });

    it('makes its batch when Redis is connected and answers nothing', async () => {
      await recordEvents(scene, 3);
      await redis.client('PAUSE', 8000, 'ALL');

      const { delivered } = await cycle({ queue });

      expect(delivered).to.equal(3);
    });
  });
});
