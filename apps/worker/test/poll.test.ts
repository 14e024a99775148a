import { type DeliveryQueue, openDeliveryQueue, type QueueConnection } from '@service/queue';
import { startTestRedis, until } from '@service/testing';
import { Queue } from 'bullmq';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { type PollOptions, runPollCycle, startPoller } from '../src/poll.ts';
import { deliveryRow, openScene, ownDatabase, recordEvents, type Scene } from './scene.ts';

const BATCH = 20;

/** A queue in memory, for what doesn't depend on a real one. */
function fakeQueue(withJob: readonly string[] = []) {
  const enqueued: string[][] = [];
  return {
    enqueued,
    withoutJob: async (ids: readonly string[]) => ids.filter((id) => !withJob.includes(id)),
    enqueue: async (ids: readonly string[]) => {
      enqueued.push([...ids]);
    },
  };
}

describe('a poll cycle', () => {
  let scene: Scene;
  beforeEach(async () => {
    scene = await openScene({ databaseUrl: await ownDatabase('poll') });
  });
  afterEach(() => scene.close());

  const cycle = (options: Partial<PollOptions> = {}) =>
    runPollCycle(scene.system, { queue: fakeQueue(), deliver: scene.deliver, batch: BATCH, ...options });

  const statuses = async () =>
    (await scene.system.db.webhookDelivery.groupBy({ by: ['status'], _count: true })).map(
      ({ status, _count }) => [status, _count],
    );

  it('makes at most 20 deliveries, one after another, the longest due first', async () => {
    const older = await recordEvents(scene, 5);
    scene.clock.advance(1000);
    await recordEvents(scene, 30);
    let open = 0;
    let mostOpen = 0;
    scene.receiver.answer((_request, response) => {
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      setImmediate(() => {
        open -= 1;
        response.writeHead(200).end();
      });
    });

    const { delivered, requeued } = await cycle();

    expect({ delivered, requeued, mostOpen }).to.deep.equal({ delivered: 20, requeued: 15, mostOpen: 1 });
    const received = scene.receiver.envelopes().map(({ id }) => id);
    expect(received).to.have.length(20);
    expect(received.slice(0, 5)).to.deep.equal(older);
  });

  it('puts the rest of a full backlog back into the queue in bulk, each once, page by page', async () => {
    const ids = await recordEvents(scene, 1250);
    const queue = fakeQueue();

    const { delivered, requeued } = await cycle({ queue });

    expect({ delivered, requeued }).to.deep.equal({ delivered: 20, requeued: 1230 });
    expect(queue.enqueued.map((group) => group.length)).to.deep.equal([980, 250]);
    const made = scene.receiver.envelopes().map(({ id }) => id);
    expect([...made, ...queue.enqueued.flat()].sort()).to.deep.equal([...ids].sort());
  });

  it('leaves those alone that have a live job, are held by a worker, are not due, or are done', async () => {
    const [withJob = '', held = '', later = '', done = '', due = ''] = await recordEvents(scene, 5);
    const soon = new Date(scene.clock.now().getTime() + 1);
    const update = (id: string, data: object) =>
      scene.system.db.webhookDelivery.update({ where: { id }, data });
    await update(held, { leaseUntil: soon });
    await update(later, { nextRetryAt: soon });
    await update(done, { status: 'exhausted', nextRetryAt: null });

    const { delivered, requeued } = await cycle({ queue: fakeQueue([withJob]) });

    expect({ delivered, requeued }).to.deep.equal({ delivered: 1, requeued: 0 });
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
      withoutJob: () => Promise.reject(new Error('away')),
      enqueue: () => Promise.reject(new Error('away')),
    };

    const { delivered, requeued } = await cycle({ queue: away });

    expect({ delivered, requeued }).to.deep.equal({ delivered: 20, requeued: 0 });
  });

  it('makes its batch while the queue answers but takes nothing (out of memory, read-only)', async () => {
    await recordEvents(scene, 25);
    const full = { ...fakeQueue(), enqueue: () => Promise.reject(new Error('OOM command not allowed')) };

    const { delivered, requeued } = await cycle({ queue: full });

    expect({ delivered, requeued }).to.deep.equal({ delivered: 20, requeued: 0 });
  });

  it('goes on after a delivery that throws', async () => {
    const [bad, ...good] = await recordEvents(scene, 4);
    const deliver = (id: string) => (id === bad ? Promise.reject(new Error('bad')) : scene.deliver(id));

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
    expect(scene.woken).to.deep.equal([id]);

    await cycle();

    expect(await deliveryRow(scene, id)).to.include({ status: 'delivered', attempts: 1 });
  });

  describe('beside a real Redis', () => {
    let queue: DeliveryQueue;
    let inside: Queue;
    let redis: Redis;
    let server: Awaited<ReturnType<typeof startTestRedis>>;
    before(async function () {
      server = await startTestRedis();
      if (!server && process.env.CI !== 'true') this.skip();
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

    it('puts a flushed queue of 500 back, and finds nothing to do in the next cycle', async () => {
      const ids = await recordEvents(scene, 500);
      await queue.enqueue(ids);
      await redis.flushall();

      const first = await cycle({ queue });
      const second = await cycle({ queue });

      expect(first).to.deep.equal({ delivered: 20, requeued: 480 });
      expect(second).to.deep.equal({ delivered: 0, requeued: 0 });
      expect(await inside.getWaitingCount()).to.equal(480);
    });

    it('promotes the sleeping job of a delivery that is due, instead of making it itself', async () => {
      const [id = ''] = await recordEvents(scene, 1);
      await inside.add('deliver', { deliveryId: id }, { jobId: id, delay: 3_600_000 });

      const result = await cycle({ queue });

      expect(result).to.deep.equal({ delivered: 0, requeued: 0 });
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

describe('the poller', () => {
  it('goes on after a cycle that failed, and closing waits for the running one', async () => {
    const errors: unknown[] = [];
    let cycles = 0;
    let finish = () => {};
    const poller = startPoller(
      async (signal) => {
        cycles += 1;
        if (cycles === 1) throw new Error('database away');
        await new Promise<void>((resolve) => {
          finish = resolve;
          signal.addEventListener('abort', () => setImmediate(resolve));
        });
      },
      1,
      (error) => errors.push(error),
    );
    await until(() => cycles === 2, 'the second cycle');

    await poller.close();
    finish();

    expect(errors).to.have.length(1);
    expect(cycles).to.equal(2);
  });
});
