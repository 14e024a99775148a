import { Queue, type QueueOptions, Worker, type WorkerOptions } from 'bullmq';
import { createCoalescer } from './coalesce.ts';
import { backendOf, closeWorker, type QueueConnection } from './connection.ts';
import { answered } from './delivery-queue.ts';
import { backoffStrategy, MAX_STALLED, RingAgain } from './delivery-worker.ts';

/** A queue whose jobs are alarms for rows of one table: a job carries the row's id and nothing else. */
export const MAIL_QUEUE = 'mails';
export const VAT_QUEUE = 'vat-checks';

interface RowJob {
  id: string;
}

export interface RowQueue {
  /** Adds a job for each row. Returns at once; what the queue can't take, the poll finds. */
  wake(ids: readonly string[]): void;
  /** Adds a job for each row that has none; rejects while the queue is away. */
  enqueue(ids: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** A safety net and no schedule: how often a job rings is decided by its row. */
const MAX_RINGS = 10_000;
const MAX_WAITING = 10_000;

export function openRowQueue(
  name: string,
  connection: QueueConnection,
  onError: (error: Error) => void,
): RowQueue {
  const backend = backendOf(connection, 'producer', onError);
  const { options, factory, isConnected, close } = backend;
  const queue = new Queue<RowJob>(name, { connection: options } as QueueOptions, factory as never);
  queue.on('error', backend.onError);

  async function enqueue(ids: readonly string[]): Promise<void> {
    if (!isConnected()) throw new Error('The queue is away');
    const opts = {
      attempts: MAX_RINGS,
      backoff: { type: 'row' },
      removeOnComplete: true,
      removeOnFail: true,
      stackTraceLimit: 0,
    };
    await answered(
      queue.addBulk(ids.map((id) => ({ name: 'row', data: { id }, opts: { ...opts, jobId: id } }))),
    );
  }
  // Failure policy: an id that is dropped here is late by one poll interval at most; its row is committed.
  const waking = createCoalescer<string>({ run: enqueue, maxWaiting: MAX_WAITING, onError });

  return {
    wake: (ids) => {
      if (isConnected()) waking.add(ids);
    },
    enqueue,
    close: async () => {
      await waking.settled();
      await queue.close().catch(onError);
      await close();
    },
  };
}

export interface RowWorkerOptions {
  name: string;
  connection: QueueConnection;
  concurrency: number;
  /** Does the row's work; throws RingAgain when it is due again later. */
  work(id: string): Promise<void>;
  onError(error: Error): void;
}

export function startRowWorker({ name, connection, concurrency, work, onError }: RowWorkerOptions): {
  /** Takes no further job and waits for those under way. */
  close(): Promise<void>;
} {
  const backend = backendOf(connection, 'consumer', onError);
  const underWay = new Set<Promise<void>>();
  let isClosing = false;

  async function process(id: string): Promise<void> {
    // BullMQ may have asked for one more job before it was told to pause: that one goes to another worker.
    if (isClosing) throw new RingAgain(0);
    const done = work(id);
    underWay.add(done);
    await done.finally(() => underWay.delete(done));
  }

  const worker = new Worker<RowJob>(
    name,
    (job) => process(job.data.id),
    {
      connection: backend.options,
      concurrency,
      // A job whose worker died is taken up again however often; the row's lease and attempts are the limit.
      maxStalledCount: MAX_STALLED,
      settings: { backoffStrategy },
    } as WorkerOptions,
    backend.factory as never,
  );
  worker.on('error', backend.onError);
  worker.on('failed', (_job, error) => {
    if (!(error instanceof RingAgain)) onError(error);
  });
  return {
    async close() {
      isClosing = true;
      await worker.pause(true);
      await Promise.allSettled(underWay);
      await closeWorker(worker, backend);
    },
  };
}
