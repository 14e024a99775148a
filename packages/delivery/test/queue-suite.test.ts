import { randomUUID } from 'node:crypto';
import type { JobWorker, QueueConnection } from '@service/jobs';
import { HOUR_MS, MINUTE_MS } from '@service/jobs/primitives';
import { createPostgresBackend, Queue } from 'bullmq';
import { expect } from 'chai';
import {
  createMigratedDatabase,
  deliveryRow,
  openScene,
  recordEvent,
  recordEvents,
  refOf,
  refsOf,
  type Scene,
  startTestRedis,
  until,
} from '../../testing/src/index.ts';
import {
  type DeliveryQueue,
  type DeliveryRef,
  openDeliveryQueue,
  startDeliveryWorker,
} from '../src/index.ts';

// One suite, two backends: what works on Redis works on a machine that has nothing but PostgreSQL.
for (const kind of ['redis', 'postgres'] as const) {
  describe(`the delivery queue on ${kind}`, () => {
    let server: Awaited<ReturnType<typeof startTestRedis>>;
    let databaseUrl: string;
    let connection: QueueConnection;
    before(async function () {
      databaseUrl = await createMigratedDatabase(`queue_${kind}`);
      if (kind === 'postgres') {
        connection = { kind, url: databaseUrl };
        return;
      }
      server = await startTestRedis();
      if (server) connection = { kind, url: server.url };
      else {
        this.skipReason = 'there is no Redis';
        this.skip();
      }
    });
    after(() => server?.stop());

    let scene: Scene;
    let queue: DeliveryQueue;
    let worker: JobWorker | undefined;
    /** The same queue, seen from inside. */
    let inside: Queue;
    let errors: Error[];

    beforeEach(async () => {
      errors = [];
      queue = openDeliveryQueue(connection, (error) => errors.push(error));
      await until(queue.isUp, 'the queue');
      inside =
        connection.kind === 'redis'
          ? new Queue('webhook-deliveries', { connection: { url: connection.url } })
          : new Queue(
              'webhook-deliveries',
              { connection: { connectionString: connection.url, migrate: true } as never },
              createPostgresBackend as never,
            );
      await inside.waitUntilReady();
      scene = await openScene({ databaseUrl, enqueue: (...of) => queue.enqueue(...of) });
    });
    afterEach(async () => {
      await worker?.close();
      worker = undefined;
      await inside.obliterate({ force: true });
      await inside.close();
      await queue.close();
      await scene.close();
      expect(errors.map(String)).to.deep.equal([]);
    });

    /** As apps/worker/src/work.ts does it. */
    function work(
      deliver: (delivery: DeliveryRef) => Promise<number | null> = scene.deliver,
      drain = async (_tenantId: string) => {},
    ): void {
      worker = startDeliveryWorker({
        connection,
        concurrency: 10,
        deliver,
        drain,
        enqueueRetry: queue.enqueueRetry,
        onError: (error) => errors.push(error),
      });
    }
    const stateOf = (id: string) => inside.getJobState(id);
    const delivered = (id: string) =>
      until(async () => (await deliveryRow(scene, id)).status === 'delivered', `delivery ${id}`);

    it('takes a recorded event to its subscriber, and keeps no job of it', async () => {
      work();

      const id = await recordEvent(scene);

      await delivered(id);
      await until(async () => (await stateOf(id)) === 'unknown', 'the job to be removed');
      expect(scene.receiver.envelopes().map((envelope) => envelope.id)).to.deep.equal([id]);
    });

    it('tells how many jobs there are, by state', async () => {
      const before = await queue.depth();

      await queue.add(refsOf(scene, [randomUUID(), randomUUID(), randomUUID()]));

      expect(before).to.deep.equal({ waiting: 0, active: 0, delayed: 0 });
      await until(async () => (await queue.depth()).waiting === 3, 'three jobs');
    });

    it('makes one job for what a transaction records, and one of its own for each retry', async () => {
      const ids = await recordEvents(scene, 5);
      await until(async () => (await inside.getWaitingCount()) > 0, 'the job');
      const [job, ...others] = await inside.getJobs('waiting');
      expect(others).to.deep.equal([]);
      expect([...(job?.data.deliveryIds ?? [])].sort()).to.deep.equal([...ids].sort());
      expect(job?.opts.backoff).to.deep.equal({ type: 'delivery-row' });
      const [failing = '', ...rest] = ids;
      scene.receiver.answer(({ body }, response) =>
        response.writeHead(body.includes(failing) ? 500 : 200).end(),
      );

      work();

      for (const id of rest) await delivered(id);
      await until(async () => (await stateOf(failing)) === 'delayed', 'the job of the retry');
      await until(
        async () => (await inside.getJobCountByTypes('waiting', 'active', 'delayed')) === 1,
        'no other job',
      );
      expect((await inside.getJob(failing))?.opts.backoff).to.deep.equal({ type: 'delivery-row' });
      expect(scene.receiver.requests).to.have.length(5);
      scene.receiver.answer(200);
      scene.clock.advance(MINUTE_MS);
      queue.promote(refOf(scene, failing));
      await delivered(failing);
    });

    it('runs a job of several again when one of them could not be claimed, and sends none twice', async () => {
      let isAway = true;
      const ids = await recordEvents(scene, 3);

      work(async (ref) => {
        if (ref.id === ids[0] && isAway) {
          isAway = false;
          throw new Error('the database is away');
        }
        return scene.deliver(ref);
      });

      await until(() => errors.length === 1, 'the failure');
      await until(async () => (await inside.getDelayedCount()) === 1, 'the delayed job');
      await (await inside.getJobs('delayed'))[0]?.promote();
      for (const id of ids) await delivered(id);
      await until(
        async () => (await inside.getJobCountByTypes('waiting', 'active', 'delayed')) === 0,
        'no job',
      );
      expect(scene.receiver.requests).to.have.length(3);
      errors.length = 0;
    });

    it('delivers a burst of 100, each once', async () => {
      work();

      const ids = await recordEvents(scene, 100);
      await scene.receiver.received(100);
      await until(async () => (await inside.getJobCountByTypes('waiting', 'active')) === 0, 'an empty queue');

      const received = scene.receiver.envelopes().map(({ id }) => id);
      expect([...received].sort()).to.deep.equal([...ids].sort());
    });

    it('still makes jobs after a store whose share was used up got none of its own', async () => {
      queue.enqueue([], randomUUID());
      const next = randomUUID();
      queue.enqueue([next], randomUUID());

      await until(async () => (await stateOf(next)) === 'waiting', 'the job of another store');
    });

    it('is delayed, after a failure, by exactly the delay that the row asks for', async () => {
      scene.receiver.answer(500);
      work();

      const id = await recordEvent(scene);

      await until(async () => (await stateOf(id)) === 'delayed', 'the delayed job');
      expect((await inside.getJob(id))?.delay).to.equal(MINUTE_MS);
      const { nextRetryAt } = await deliveryRow(scene, id);
      expect(nextRetryAt?.getTime()).to.equal(scene.clock.now().getTime() + MINUTE_MS);
    });

    it('holds one job for a delivery, however often it is enqueued', async () => {
      const id = await recordEvent(scene);
      queue.enqueue([id, id], scene.store.tenantId);
      await queue.add(refsOf(scene, [id, id]));

      await until(async () => (await inside.getWaitingCount()) === 1, 'the job');
      expect(await inside.getJobCountByTypes('waiting', 'active', 'delayed', 'prioritized')).to.equal(1);
    });

    it('runs at once the delayed job of a delivery that is promoted', async () => {
      scene.receiver.answer(500);
      work();
      const id = await recordEvent(scene);
      await until(async () => (await stateOf(id)) === 'delayed', 'the delayed job');
      scene.receiver.answer(200);
      scene.clock.advance(MINUTE_MS);

      queue.promote(refOf(scene, id));

      await delivered(id);
      expect(scene.receiver.requests).to.have.length(2);
    });

    it('responds to a process that begins and is not connected yet', async () => {
      const [id = ''] = await recordEvents(scene, 1);
      await until(async () => (await stateOf(id)) === 'waiting', 'the job');
      const fresh = openDeliveryQueue(connection, (error) => errors.push(error));
      const other = openDeliveryQueue(connection, (error) => errors.push(error));

      expect(await fresh.findUnqueued([refOf(scene, id)]), 'it has a job').to.deep.equal([]);
      await other.addTenants([scene.store.tenantId]);

      expect(await inside.getJobCountByTypes('waiting', 'delayed')).to.equal(2);
      await Promise.all([fresh.close(), other.close()]);
    });

    it('drops a job that names no store, and goes on', async () => {
      const id = await recordEvent(scene);
      await until(async () => (await stateOf(id)) === 'waiting', 'the job');
      await inside.obliterate({ force: true });
      await inside.add('deliver', { deliveryId: id }, { jobId: id, removeOnComplete: true });
      work();

      await until(async () => (await stateOf(id)) === 'unknown', 'the job to be removed');

      expect(await deliveryRow(scene, id)).to.include({ status: 'pending', attempts: 0 });
      await delivered(await recordEvent(scene));
    });

    it('makes a job for a delivery that is promoted and has none', async () => {
      const [id = ''] = await recordEvents(scene, 1);
      await until(async () => (await stateOf(id)) === 'waiting', 'the job');
      await inside.obliterate({ force: true });
      work();

      queue.promote(refOf(scene, id));

      await delivered(id);
    });

    it('runs again at once whatever is promoted in the very moment in which its attempt ends', async () => {
      const seen = new Set<string>();
      let ends: (() => void)[] = [];
      const again = new Set<string>();
      work(async ({ id }) => {
        if (seen.has(id)) {
          again.add(id);
          return null;
        }
        seen.add(id);
        await new Promise<void>((resolve) => ends.push(resolve));
        return HOUR_MS;
      });
      for (let round = 1; round <= 10; round += 1) {
        ends = [];
        const refs = refsOf(scene, await recordEvents(scene, 10));
        await until(() => ends.length === 10, 'the attempts to be under way');

        for (const [index, ref] of refs.entries()) {
          queue.promote(ref);
          setImmediate(() => ends[index]?.());
        }

        await until(() => again.size === round * 10, 'all of them to run again');
      }
    });

    it('closes quietly while it waits for the attempt of a promoted delivery', async () => {
      let release = () => {};
      const held = new Promise<null>((resolve) => {
        release = () => resolve(null);
      });
      work(() => held);
      const id = await recordEvent(scene);
      await until(async () => (await stateOf(id)) === 'active', 'the active job');
      const api = openDeliveryQueue(connection, (error) => errors.push(error));
      await until(api.isUp, 'the queue of the API');

      api.promote(refOf(scene, id));
      await api.close();

      expect(errors.map(String)).to.deep.equal([]);
      release();
    });

    it('runs again at once when the delay is 0', async () => {
      let runs = 0;
      work(async () => {
        runs += 1;
        return runs < 3 ? 0 : null;
      });

      const id = await recordEvent(scene);

      const states = new Set<string>();
      const isOver = async () => states.add(await stateOf(id)).has('unknown');
      await until(async () => (await isOver()) && runs === 3, 'the end of the job');
      expect([...states]).not.to.include('delayed');
    });

    it('runs again after a failure of ours, which it reports', async () => {
      let runs = 0;
      work(async () => {
        runs += 1;
        throw new Error('database away');
      });

      const id = await recordEvent(scene);

      await until(async () => (await stateOf(id)) === 'delayed', 'the delayed job');
      expect((await inside.getJob(id))?.delay).to.equal(5000);
      expect(runs).to.equal(1);
      await until(() => errors.length === 1, 'the report');
      expect(errors.splice(0).map(({ message }) => message)).to.deep.equal(['database away']);
    });

    it('takes no job for live that a dead worker may hold, and promotes one that is delayed', async () => {
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      work(async () => {
        await held;
        return null;
      });
      const [active = ''] = await recordEvents(scene, 1);
      await until(async () => (await stateOf(active)) === 'active', 'the active job');

      const refs = refsOf(scene, [active, 'none']);
      expect(await queue.findUnqueued(refs)).to.deep.equal(refs);
      release();
    });

    it('gives a store that has many one job for the rest, and others theirs as ever', async () => {
      const many = Array.from({ length: 1000 }, () => randomUUID());
      const drained: string[] = [];

      queue.enqueue(many, scene.store.tenantId);
      queue.enqueue([randomUUID(), randomUUID()], randomUUID());

      // On a busy machine the time of the store's job may have come already.
      await until(
        async () => (await inside.getWaitingCount()) + (await inside.getDelayedCount()) === 4,
        'the jobs and the one of the store',
      );
      work(
        async () => null,
        async (tenantId) => {
          drained.push(tenantId);
        },
      );
      await until(() => drained.length > 0, 'the job to run');
      expect(drained).to.deep.equal([scene.store.tenantId]);
    });

    it('runs a store’s job when what it stands for is due, and not before', async () => {
      const now = Date.now();
      const dueAt = now + HOUR_MS + 50 - (now % 100);

      queue.enqueueTenant(scene.store.tenantId, dueAt - now);

      await until(async () => (await inside.getJobCountByTypes('delayed')) === 1, 'the job');
      const [job] = await inside.getJobs('delayed');
      expect((job?.timestamp ?? 0) + (job?.delay ?? 0)).to.be.at.least(dueAt);
    });

    it('runs once for a store that is enqueued again and again in a moment', async () => {
      for (let times = 0; times < 50; times += 1) queue.enqueueTenant(scene.store.tenantId, HOUR_MS);

      await until(async () => (await inside.getDelayedCount()) > 0, 'the job');
      await queue.addTenants([]);
      // The moment may begin in one slice of time and end in the next.
      expect(await inside.getDelayedCount()).to.be.at.most(2);
    });

    it('lets what is under way finish when the worker closes, and takes no more', async () => {
      let answer = () => {};
      scene.receiver.answer((_request, response) => {
        answer = () => response.writeHead(200).end();
      });
      work();
      const id = await recordEvent(scene);
      await scene.receiver.received(1);

      const closing = worker?.close();
      const later = await recordEvent(scene);
      answer();
      await closing;
      worker = undefined;

      expect(await deliveryRow(scene, id)).to.include({ status: 'delivered', attempts: 1 });
      expect(await deliveryRow(scene, later)).to.include({ status: 'pending', attempts: 0 });
      await until(async () => (await stateOf(later)) === 'waiting', 'the job of the later delivery');
    });
  });
}

describe('a queue that is away', () => {
  const nowhere: QueueConnection = { kind: 'redis', url: 'redis://127.0.0.1:1' };
  const tenantId = randomUUID();
  const ref = { tenantId, id: randomUUID() };

  it('takes deliveries without waiting or throwing, says that it is down, and closes', async () => {
    const queue = openDeliveryQueue(nowhere, () => {});

    queue.enqueue([ref.id], tenantId);
    queue.promote(ref);

    expect(await queue.isUp()).to.equal(false);
    expect(await queue.findUnqueued([ref]).catch((error: Error) => error.message)).to.equal(
      'The queue is away',
    );
    await queue.close();
  });

  it('lets a worker close that never reached it', async () => {
    const worker = startDeliveryWorker({
      connection: nowhere,
      concurrency: 1,
      deliver: async () => null,
      drain: async () => {},
      enqueueRetry: () => {},
      onError: () => {},
    });

    await worker.close();
  });

  it('lets a worker finish its request and close after it went away', async function () {
    const server = await startTestRedis();
    if (!server) {
      this.skipReason = 'there is no Redis';
      return this.skip();
    }
    const scene = await openScene();
    const connection: QueueConnection = { kind: 'redis', url: server.url };
    const queue = openDeliveryQueue(connection, () => {});
    await until(queue.isUp, 'the queue');
    const worker = startDeliveryWorker({
      connection,
      concurrency: 10,
      deliver: scene.deliver,
      drain: async () => {},
      enqueueRetry: queue.enqueueRetry,
      onError: () => {},
    });
    let answer = () => {};
    scene.receiver.answer((_request, response) => {
      answer = () => response.writeHead(200).end();
    });
    const id = await recordEvent(scene);
    await queue.add([refOf(scene, id)]);
    await scene.receiver.received(1);

    await server.kill();
    const closing = worker.close();
    answer();
    await closing;

    expect(await deliveryRow(scene, id)).to.include({ status: 'delivered', attempts: 1 });
    await queue.close();
    await server.stop();
    await scene.close();
  });
});
