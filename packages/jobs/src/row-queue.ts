import { answered, type QueueConnection } from './connection.ts';
import { createEnqueuer } from './enqueuer.ts';
import { openQueue } from './open-queue.ts';
import { type JobWorker, type JobWorkerOptions, startWorker } from './worker.ts';

/** A queue for the rows of one table: a job carries the row's id and nothing else. */
export const MAIL_QUEUE = 'mails';
export const VAT_QUEUE = 'vat-checks';

interface RowJob {
  id: string;
}

export interface RowQueue {
  /** Adds a job for each row. Returns at once; what the queue can't take, the poll finds. */
  enqueue(ids: readonly string[]): void;
  /** Adds a job for each row that has none; rejects while the queue is away. */
  add(ids: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** A safety net and no schedule: how often a job runs is decided by its row. */
const MAX_RUNS = 10_000;

export function openRowQueue(
  name: string,
  connection: QueueConnection,
  onError: (error: Error) => void,
): RowQueue {
  const { queue, isConnected, close } = openQueue<RowJob>(name, connection, onError);

  async function add(ids: readonly string[]): Promise<void> {
    if (!isConnected()) throw new Error('The queue is away');
    const opts = {
      attempts: MAX_RUNS,
      backoff: { type: 'row' },
      removeOnComplete: true,
      removeOnFail: true,
      stackTraceLimit: 0,
    };
    await answered(
      queue.addBulk(ids.map((id) => ({ name: 'row', data: { id }, opts: { ...opts, jobId: id } }))),
    );
  }
  const enqueuer = createEnqueuer(name, add, onError);

  return {
    enqueue: (ids) => {
      if (isConnected()) enqueuer.push(ids);
    },
    add,
    close: async () => {
      await enqueuer.close();
      await close();
    },
  };
}

export interface RowWorkerOptions
  extends Pick<JobWorkerOptions<RowJob>, 'name' | 'connection' | 'concurrency' | 'onError'> {
  /** Does the row's work; throws RetryLater when it is due again later. */
  work(id: string): Promise<void>;
}

export function startRowWorker({ work, ...options }: RowWorkerOptions): JobWorker {
  return startWorker<RowJob>({ ...options, handle: ({ id }) => work(id) });
}
