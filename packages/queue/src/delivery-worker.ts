import { Worker, type WorkerOptions } from 'bullmq';
import { backendOf, closeWorker, type QueueConnection } from './connection.ts';
import { DELIVERY_QUEUE, type DeliveryJob } from './delivery-queue.ts';

/** Thrown by a job that must ring again. Carries the delay that the delivery's row asks for. */
export class RingAgain extends Error {
  override readonly name = 'RingAgain';

  constructor(readonly delayMs: number) {
    super(`due again in ${delayMs} ms`);
  }
}

export interface DeliveryWorkerOptions {
  connection: QueueConnection;
  concurrency: number;
  /** Makes one delivery; throws RingAgain when it is due again later. */
  deliver(deliveryId: string): Promise<void>;
  /** Makes all that is due in a store. */
  drain(tenantId: string): Promise<void>;
  onError(error: Error): void;
}

export interface DeliveryWorker {
  /** Takes no further job and waits for those under way. */
  close(): Promise<void>;
}

/** The largest that BullMQ's PostgreSQL backend can store. */
export const MAX_STALLED = 2 ** 31 - 1;

/** A failure that isn't the delivery's (the database is away) rings again soon. */
const OUR_FAILURE_DELAY_MS = 5000;

/** The retry schedule is BullMQ's custom backoff: the delay that the settled row holds. */
export function backoffStrategy(_attemptsMade: number, _type?: string, error?: Error): number {
  return error instanceof RingAgain ? error.delayMs : OUR_FAILURE_DELAY_MS;
}

export function startDeliveryWorker({
  connection,
  concurrency,
  deliver,
  drain,
  onError,
}: DeliveryWorkerOptions): DeliveryWorker {
  const backend = backendOf(connection, 'consumer', onError);
  const underWay = new Set<Promise<void>>();
  let isClosing = false;

  async function process(job: DeliveryJob): Promise<void> {
    // BullMQ may have asked for one more job before it was told to pause: that one goes to another worker.
    if (isClosing) throw new RingAgain(0);
    const made = 'tenantId' in job ? drain(job.tenantId) : deliver(job.deliveryId);
    underWay.add(made);
    await made.finally(() => underWay.delete(made));
  }

  const worker = new Worker<DeliveryJob>(
    DELIVERY_QUEUE,
    (job) => process(job.data),
    {
      connection: backend.options,
      concurrency,
      // A job whose worker died is taken up again however often; the delivery's lease and attempts are the limit.
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
