import { Worker, type WorkerOptions } from 'bullmq';
import { backendOf, closeWorker, type QueueConnection, restAfterFailure } from './connection.ts';
import { watchAsking } from './watch-asking.ts';

/** Tells BullMQ, through its custom backoff, to run a job again when its row is due. It isn't visible outside of this file. */
class RunAgain extends Error {
  override readonly name = 'RunAgain';

  constructor(readonly delayMs: number) {
    super(`due again in ${delayMs} ms`);
  }
}

export interface JobWorkerOptions<Job> {
  name: string;
  connection: QueueConnection;
  concurrency: number;
  /** Runs a job. Returns in how many milliseconds it is to run again; null: it's done. */
  handle(job: Job): Promise<number | null>;
  onError(error: Error): void;
}

export interface JobWorker {
  /** Whether it no longer requests jobs though the queue responds: this process should be replaced. */
  isStuck(): boolean;
  /** Accepts no further job and waits for those under way. */
  close(): Promise<void>;
}

/** The largest that BullMQ's PostgreSQL backend can store. */
const MAX_STALLED = 2 ** 31 - 1;

/** A failure that isn't the row's (the database is away) is retried soon. */
const OUR_FAILURE_DELAY_MS = 5000;

/** The retry schedule is BullMQ's custom backoff: the delay that the settled row holds. */
function backoffStrategy(_attemptsMade: number, _type?: string, error?: Error): number {
  return error instanceof RunAgain ? error.delayMs : OUR_FAILURE_DELAY_MS;
}

/** Handles jobs that name a row, whose lease and attempts decide whether work is done. */
export function startWorker<Job>({
  name,
  connection,
  concurrency,
  handle,
  onError,
}: JobWorkerOptions<Job>): JobWorker {
  const backend = backendOf(connection, 'consumer', onError);
  const underWay = new Set<Promise<unknown>>();
  const watch = watchAsking(backend, () => underWay.size < concurrency);
  let isClosing = false;

  async function process(job: Job): Promise<void> {
    // BullMQ may have requested one more job before it was paused: another worker gets that one.
    if (isClosing) throw new RunAgain(0);
    const done = handle(job);
    underWay.add(done);
    const againInMs = await done.finally(() => {
      underWay.delete(done);
      watch.seen();
    });
    if (againInMs !== null) throw new RunAgain(Math.max(0, againInMs));
  }

  function open(): Worker<Job> {
    const opened = new Worker<Job>(
      name,
      (job) => process(job.data),
      {
        connection: backend.options,
        ...backend.prefixOf(name),
        concurrency,
        autorun: false,
        // A job whose worker died runs again, however often; the row's lease and attempts are the limit.
        maxStalledCount: MAX_STALLED,
        settings: { backoffStrategy },
      } as WorkerOptions,
      watch.factory as never,
    );
    opened.on('error', backend.onError);
    opened.on('failed', (_job, error) => {
      if (!(error instanceof RunAgain)) onError(error);
    });
    return opened;
  }

  /** BullMQ remembers a first connection that failed, and would never try another: then the worker is opened again. */
  async function start(): Promise<void> {
    for (;;) {
      const failure = await worker.waitUntilReady().then(
        () => undefined,
        (error: Error) => error,
      );
      if (isClosing) return;
      if (!failure) break;
      backend.onError(failure);
      await worker.close(true).catch(() => undefined);
      await restAfterFailure();
      if (isClosing) return;
      worker = open();
    }
    isRunning = true;
    worker.run().catch(backend.onError);
  }

  let isRunning = false;
  let worker = open();
  void start();
  return {
    isStuck: watch.isStuck,
    async close() {
      isClosing = true;
      await watch.close();
      if (isRunning) {
        await worker.pause(true);
        await Promise.allSettled(underWay);
      }
      await closeWorker(worker, backend);
    },
  };
}
