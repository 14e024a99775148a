import { answered, type QueueConnection } from './connection.ts';
import { createEnqueuer } from './enqueuer.ts';
import { openQueue } from './open-queue.ts';
import { type JobWorker, type JobWorkerOptions, startWorker } from './worker.ts';

export const MAIL_QUEUE = 'mails';
export const VAT_QUEUE = 'vat-checks';

/** The payload of a job of a row: its key, and nothing else. */
export interface RowRef {
  tenantId: string;
  id: string;
}

export interface RowQueue {
  /** Adds a job for each row. Returns at once; the poll finds rows that the queue refused. */
  enqueue(rows: readonly RowRef[]): void;
  /** Adds a job for each row that has none; rejects while the queue is away. */
  add(rows: readonly RowRef[]): Promise<void>;
  close(): Promise<void>;
}

/** A safety net and no schedule: the row decides how often its job runs. */
const MAX_RUNS = 10_000;

export function openRowQueue(
  name: string,
  connection: QueueConnection,
  onError: (error: Error) => void,
): RowQueue {
  const { queue, isConnected, isReachable, close } = openQueue<RowRef>(name, connection, onError);

  async function add(rows: readonly RowRef[]): Promise<void> {
    if (!(await isReachable())) throw new Error('The queue is away');
    const opts = {
      attempts: MAX_RUNS,
      backoff: { type: 'row' },
      removeOnComplete: true,
      removeOnFail: true,
      stackTraceLimit: 0,
    };
    await answered(
      queue().addBulk(
        rows.map(({ tenantId, id }) => ({
          name: 'row',
          data: { tenantId, id },
          opts: { ...opts, jobId: id },
        })),
      ),
    );
  }
  const enqueuer = createEnqueuer(name, add, onError);

  return {
    enqueue: (rows) => {
      if (isConnected()) enqueuer.push(rows);
    },
    add,
    close: async () => {
      await enqueuer.close();
      await close();
    },
  };
}

export interface RowWorkerOptions
  extends Pick<JobWorkerOptions<RowRef>, 'name' | 'connection' | 'concurrency' | 'onError'> {
  /** Does the row's work. Returns in how many milliseconds it is due again; null: never. */
  work(row: RowRef): Promise<number | null>;
}

export function startRowWorker({ work, ...options }: RowWorkerOptions): JobWorker {
  return startWorker<RowRef>({ ...options, handle: work });
}
