import { Queue, type QueueOptions } from 'bullmq';
import { type AlarmWorker, type AlarmWorkerOptions, startAlarmWorker } from './alarm-worker.ts';
import { answered, backendOf, type QueueConnection } from './connection.ts';
import { createEnqueuer } from './enqueuer.ts';

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
  const waking = createEnqueuer(name, enqueue, onError);

  return {
    wake: (ids) => {
      if (isConnected()) waking.push(ids);
    },
    enqueue,
    close: async () => {
      await waking.close();
      await queue.close().catch(onError);
      await close();
    },
  };
}

export interface RowWorkerOptions
  extends Pick<AlarmWorkerOptions<RowJob>, 'name' | 'connection' | 'concurrency' | 'onError'> {
  /** Does the row's work; throws RingAgain when it is due again later. */
  work(id: string): Promise<void>;
}

export function startRowWorker({ work, ...options }: RowWorkerOptions): AlarmWorker {
  return startAlarmWorker<RowJob>({ ...options, ring: ({ id }) => work(id) });
}
