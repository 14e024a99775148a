import { Worker, type WorkerOptions } from 'bullmq';
import { backendOf, closeWorker, type QueueConnection } from './connection.ts';

/** Thrown by a job that must ring again. Carries the delay that its row asks for. */
export class RingAgain extends Error {
  override readonly name = 'RingAgain';

  constructor(readonly delayMs: number) {
    super(`due again in ${delayMs} ms`);
  }
}

export interface AlarmWorkerOptions<Job> {
  name: string;
  connection: QueueConnection;
  concurrency: number;
  /** Does what the alarm is for; throws RingAgain when that is due again later. */
  ring(job: Job): Promise<void>;
  onError(error: Error): void;
}

export interface AlarmWorker {
  /** Takes no further job and waits for those under way. */
  close(): Promise<void>;
}

/** The largest that BullMQ's PostgreSQL backend can store. */
const MAX_STALLED = 2 ** 31 - 1;

/** A failure that isn't the row's (the database is away) rings again soon. */
const OUR_FAILURE_DELAY_MS = 5000;

/** The retry schedule is BullMQ's custom backoff: the delay that the settled row holds. */
function backoffStrategy(_attemptsMade: number, _type?: string, error?: Error): number {
  return error instanceof RingAgain ? error.delayMs : OUR_FAILURE_DELAY_MS;
}

/** Takes up alarms: jobs that name a row, whose lease and attempts decide what is done. */
export function startAlarmWorker<Job>({
  name,
  connection,
  concurrency,
  ring,
  onError,
}: AlarmWorkerOptions<Job>): AlarmWorker {
  const backend = backendOf(connection, 'consumer', onError);
  const underWay = new Set<Promise<void>>();
  let isClosing = false;

  async function process(job: Job): Promise<void> {
    // BullMQ may have asked for one more job before it was told to pause: that one goes to another worker.
    if (isClosing) throw new RingAgain(0);
    const done = ring(job);
    underWay.add(done);
    await done.finally(() => underWay.delete(done));
  }

  const worker = new Worker<Job>(
    name,
    (job) => process(job.data),
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
