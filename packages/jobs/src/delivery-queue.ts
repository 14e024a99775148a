import { Queue, type QueueOptions } from 'bullmq';
import { answered, backendOf, type QueueConnection } from './connection.ts';
import { createEnqueuer } from './enqueuer.ts';
import { createTokenBucket } from './primitives/token-bucket.ts';

/**
 * The queue of alarms. One for a delivery carries its id, as data and as the job's own id, and nothing else; one for a store
 * carries the store's, and means all that is due there.
 */
export const DELIVERY_QUEUE = 'webhook-deliveries';

export type DeliveryJob = { deliveryId: string } | { tenantId: string };

export interface DeliveryQueue {
  /**
   * Adds a job for each new delivery. A store that has many in a short time gets one for all the rest, so that the others'
   * jobs don't wait behind them. Returns at once; what the queue can't take, the poll finds.
   */
  wake(deliveryIds: readonly string[], tenantId?: string): void;
  /** Rings for all that is due in a store, now or by then. Returns at once, like `wake`. */
  enqueueTenant(tenantId: string, inMs?: number): void;
  /** Rings now for a delivery whose job may be asleep until its next retry. Returns at once, like `wake`. */
  hasten(deliveryId: string): void;
  /** Rings now for all that is due in these stores. */
  enqueueStores(tenantIds: readonly string[]): Promise<void>;
  /** Adds a job for each delivery that has none. */
  enqueue(deliveryIds: readonly string[]): Promise<void>;
  /**
   * Those that no job will take up soon. A sleeping job is woken, because its delivery is due. A job that is being
   * worked on doesn't count: its worker may be dead, and if it isn't, it holds the delivery's lease.
   */
  withoutJob(deliveryIds: readonly string[]): Promise<string[]>;
  /** How many jobs there are, by state. */
  depth(): Promise<Record<string, number>>;
  /** Whether the queue answers. */
  isUp(): Promise<boolean>;
  close(): Promise<void>;
}

/** A safety net and no schedule: how often a job rings is decided by the delivery's row. */
const MAX_RINGS = 1000;

const JOB_OPTIONS = {
  attempts: MAX_RINGS,
  backoff: { type: 'delivery-row' },
  removeOnComplete: true,
  removeOnFail: true,
  stackTraceLimit: 0,
};

const BULK = 1000;

/** How many deliveries of a store get jobs of their own: so many at once, and then so many a second. */
const SHARE = { burst: 200, perSecond: 100 };

/** For so long an operator's retry waits for an attempt that is under way; after that it's found by the poll. */
const HASTEN_TRIES = 50;
const HASTEN_WAIT_MS = 100;

/** States of a job that a worker will take up. */
const AWAKE = new Set(['waiting', 'prioritized', 'paused', 'delayed']);

export function openDeliveryQueue(
  connection: QueueConnection,
  onError: (error: Error) => void,
): DeliveryQueue {
  const backend = backendOf(connection, 'producer', onError);
  const { options, factory, isConnected, ping, close } = backend;
  const shares = createTokenBucket(SHARE);
  const hastening = new Set<Promise<void>>();
  let isClosing = false;
  const queue = new Queue<DeliveryJob>(
    DELIVERY_QUEUE,
    { connection: options } as QueueOptions,
    factory as never,
  );
  queue.on('error', backend.onError);

  async function enqueue(ids: readonly string[]): Promise<void> {
    for (let start = 0; start < ids.length; start += BULK) {
      const jobs = ids.slice(start, start + BULK).map((id) => ({
        name: 'deliver',
        data: { deliveryId: id },
        opts: { ...JOB_OPTIONS, jobId: id },
      }));
      await answered(queue.addBulk(jobs));
    }
  }

  async function addStoreAlarms(alarms: readonly StoreAlarm[]): Promise<void> {
    const jobs = new Map(alarms.map((alarm) => [alarmId(alarm), alarm]));
    await answered(
      queue.addBulk(
        [...jobs].map(([jobId, { tenantId, at }]) => ({
          name: 'store',
          data: { tenantId },
          opts: { ...JOB_OPTIONS, jobId, delay: Math.max(0, at + SLICE_MS - Date.now()) },
        })),
      ),
    );
  }

  async function hasAwakeJob(id: string): Promise<boolean> {
    const state = await queue.getJobState(id);
    if (state === 'delayed') await promote(id);
    return AWAKE.has(state);
  }

  async function promote(id: string): Promise<void> {
    const job = await queue.getJob(id);
    // Between the look and the touch the job may have rung by itself; then there is nothing to promote.
    await job?.promote().catch(() => undefined);
  }

  async function withoutJob(ids: readonly string[]): Promise<string[]> {
    const awake = await answered(Promise.all(ids.map(hasAwakeJob)));
    return ids.filter((_, index) => !awake[index]);
  }

  /** A job whose attempt is just ending will sleep until the retry that the operator has overtaken: it is waited for. */
  async function hasten(id: string): Promise<void> {
    for (let tries = 0; tries < HASTEN_TRIES && !isClosing; tries += 1) {
      await enqueue(await withoutJob([id]));
      if ((await answered(queue.getJobState(id))) !== 'active') return;
      await new Promise((resolve) => setTimeout(resolve, HASTEN_WAIT_MS));
    }
  }

  const waking = createEnqueuer('enqueueing deliveries', enqueue, onError);
  const ringing = createEnqueuer('enqueueing stores', addStoreAlarms, onError);

  function enqueueTenant(tenantId: string, inMs = 0): void {
    if (isConnected()) ringing.push([{ tenantId, at: sliceOf(Date.now() + inMs) }]);
  }

  return {
    wake: (ids, tenantId) => {
      if (!isConnected()) return;
      const alone = tenantId === undefined ? ids.length : shares.take(tenantId, ids.length);
      waking.push(ids.slice(0, alone));
      if (tenantId !== undefined && alone < ids.length) enqueueTenant(tenantId);
    },
    enqueueTenant,
    hasten: (id) => {
      if (!isConnected()) return;
      const work = hasten(id)
        .catch(onError)
        .finally(() => hastening.delete(work));
      hastening.add(work);
    },
    enqueueStores: (tenantIds) =>
      addStoreAlarms(tenantIds.map((tenantId) => ({ tenantId, at: sliceOf(Date.now()) }))),
    enqueue,
    withoutJob: async (ids) => {
      if (!isConnected()) throw new Error('The queue is away');
      return withoutJob(ids);
    },
    depth: async () => {
      if (!isConnected()) throw new Error('The queue is away');
      return answered(queue.getJobCounts('waiting', 'active', 'delayed'));
    },
    isUp: async () => isConnected() && (await answered(ping()).catch(() => false)),
    close: async () => {
      isClosing = true;
      await Promise.all([waking.close(), ringing.close(), ...hastening]);
      await queue.close().catch(onError);
      await close();
    },
  };
}

interface StoreAlarm {
  tenantId: string;
  /** The begin of a slice. */
  at: number;
}

/** Alarms of a store within one slice are one job, which rings at the slice's end, when all that it stands for is due. */
const SLICE_MS = 100;

function sliceOf(time: number): number {
  return time - (time % SLICE_MS);
}

function alarmId({ tenantId, at }: StoreAlarm): string {
  return `store-${tenantId}-${at / SLICE_MS}`;
}
