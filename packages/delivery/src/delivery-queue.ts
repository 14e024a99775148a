import {
  answered,
  createEnqueuer,
  type JobWorker,
  type JobWorkerOptions,
  openQueue,
  type QueueConnection,
  startWorker,
} from '@service/jobs';
import { createTokenBucket } from '@service/jobs/primitives';
import type { DeliveryRef } from './refs.ts';

/**
 * The queue of deliveries. A job for a delivery carries its key and nothing else, and has its id. New deliveries of a store that
 * are enqueued together share a job, which carries their ids; those that fail get jobs of their own for their retries. A job for
 * a store carries the store's id, and means all its due deliveries.
 */
export const DELIVERY_QUEUE = 'webhook-deliveries';

export interface DeliveryJob {
  tenantId: string;
  deliveryId?: string;
  deliveryIds?: string[];
}

export interface DeliveryQueue {
  /**
   * Adds a job for new deliveries: one for those of a store that come at the same time, up to a hundred. A store that has many in
   * a short time gets one for all the rest, so that the others' jobs don't wait behind them. Returns at once; the poll finds
   * deliveries that the queue refused.
   */
  enqueue(deliveryIds: readonly string[], tenantId: string): void;
  /** Adds a job for all that is due in a store, now or by then. Returns at once, like `enqueue`. */
  enqueueTenant(tenantId: string, inMs?: number): void;
  /** Adds a job for the retry of a delivery, to run by then. Returns at once, like `enqueue`. */
  enqueueRetry(delivery: DeliveryRef, inMs: number): void;
  /** Runs the job of a delivery now if it is delayed until the next retry. Returns at once, like `enqueue`. */
  promote(delivery: DeliveryRef): void;
  /** Adds a job for all that is due now in each of these stores; rejects while the queue is away. */
  addTenants(tenantIds: readonly string[]): Promise<void>;
  /** Adds a job for each delivery that has none; rejects while the queue is away. */
  add(deliveries: readonly DeliveryRef[]): Promise<void>;
  /**
   * Returns those that no job will handle soon. A delayed job is promoted, because its delivery is due. A job that is being
   * worked on doesn't count: its worker may be dead, and if it isn't, it holds the delivery's lease.
   */
  findUnqueued<Ref extends DeliveryRef>(deliveries: readonly Ref[]): Promise<Ref[]>;
  /** How many jobs there are, by state. */
  depth(): Promise<Record<string, number>>;
  /** Whether the queue responds. */
  isUp(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * A safety net and no schedule: the delivery's row decides how often a job runs. A locked row is checked every 250 ms, so a job
 * lasts four minutes, and no transaction of API or worker may take as long. The poll finds deliveries whose jobs gave up.
 */
const MAX_RUNS = 1000;

const JOB_OPTIONS = {
  attempts: MAX_RUNS,
  backoff: { type: 'delivery-row' },
  removeOnComplete: true,
  removeOnFail: true,
  stackTraceLimit: 0,
};

const BULK = 1000;

/** How many deliveries share a job at most: as many as one claim takes. */
const SHARED_BY = 100;

/** How many deliveries of a store get jobs of their own: the burst at once, and then the rate per second. */
const SHARE = { burst: 200, perSecond: 100 };

/** How long an operator's retry waits for an attempt that is under way; after that the poll finds it. */
const PROMOTE_TRIES = 50;
const PROMOTE_WAIT_MS = 100;

/** States of a job that a worker will run. */
const LIVE = new Set(['waiting', 'prioritized', 'paused', 'delayed']);

/** States of a job that is in an attempt, or was a moment ago. */
const IN_ATTEMPT = new Set(['active', 'delayed']);

export function openDeliveryQueue(
  connection: QueueConnection,
  onError: (error: Error) => void,
): DeliveryQueue {
  const { queue, isConnected, isReachable, ping, close } = openQueue<DeliveryJob>(
    DELIVERY_QUEUE,
    connection,
    onError,
  );
  const shares = createTokenBucket(SHARE);
  const promotions = new Set<Promise<void>>();
  let isClosing = false;

  async function add(refs: readonly DeliveryRef[]): Promise<void> {
    for (let start = 0; start < refs.length; start += BULK)
      await answered(queue().addBulk(refs.slice(start, start + BULK).map((ref) => jobOf(ref))));
  }

  async function addTogether(refs: readonly DeliveryRef[]): Promise<void> {
    const byStore = new Map<string, Set<string>>();
    for (const { tenantId, id } of refs) byStore.set(tenantId, (byStore.get(tenantId) ?? new Set()).add(id));
    await answered(
      queue().addBulk([...byStore].flatMap(([tenantId, ids]) => jobsTogether(tenantId, [...ids]))),
    );
  }

  async function addRetries(retries: readonly { ref: DeliveryRef; at: number }[]): Promise<void> {
    await answered(
      queue().addBulk(retries.map(({ ref, at }) => jobOf(ref, { delay: Math.max(0, at - Date.now()) }))),
    );
  }

  async function addTenantJobs(tenantJobs: readonly TenantJob[]): Promise<void> {
    const jobs = new Map(tenantJobs.map((job) => [jobIdOf(job), job]));
    await answered(
      queue().addBulk(
        [...jobs].map(([jobId, { tenantId, at }]) => ({
          name: 'store',
          data: { tenantId },
          opts: { ...JOB_OPTIONS, jobId, delay: Math.max(0, at + SLICE_MS - Date.now()) },
        })),
      ),
    );
  }

  async function hasLiveJob(id: string): Promise<boolean> {
    const state = await queue().getJobState(id);
    if (state === 'delayed') await promoteJob(id);
    return LIVE.has(state);
  }

  async function promoteJob(id: string): Promise<void> {
    const job = await queue().getJob(id);
    // The job may have started between the two calls; then there is nothing to promote.
    await job?.promote().catch(() => undefined);
  }

  async function findUnqueued<Ref extends DeliveryRef>(refs: readonly Ref[]): Promise<Ref[]> {
    const isLive = await answered(Promise.all(refs.map(({ id }) => hasLiveJob(id))));
    return refs.filter((_, index) => !isLive[index]);
  }

  /**
   * A job whose attempt is just ending will be delayed until the retry that the operator's request replaces, so this waits for
   * it.
   */
  async function promote(ref: DeliveryRef): Promise<void> {
    for (let tries = 0; tries < PROMOTE_TRIES && !isClosing; tries += 1) {
      const unqueued = await findUnqueued([ref]);
      if (unqueued.length === 0) return;
      await add(unqueued);
      // The job that was active a moment ago may be delayed by now, and would be for hours.
      if (!IN_ATTEMPT.has(await answered(queue().getJobState(ref.id)))) return;
      await new Promise((resolve) => setTimeout(resolve, PROMOTE_WAIT_MS));
    }
  }

  async function assertReachable(): Promise<void> {
    if (!(await isReachable())) throw new Error('The queue is away');
  }

  const deliveries = createEnqueuer('enqueueing deliveries', addTogether, onError);
  const retries = createEnqueuer('enqueueing retries', addRetries, onError);
  const tenants = createEnqueuer('enqueueing stores', addTenantJobs, onError);

  function enqueueTenant(tenantId: string, inMs = 0): void {
    if (isConnected()) tenants.push([{ tenantId, at: sliceOf(Date.now() + inMs) }]);
  }

  return {
    enqueue: (ids, tenantId) => {
      if (!isConnected()) return;
      const alone = shares.take(tenantId, ids.length);
      deliveries.push(ids.slice(0, alone).map((id) => ({ tenantId, id })));
      if (alone < ids.length) enqueueTenant(tenantId);
    },
    enqueueTenant,
    enqueueRetry: (ref, inMs) => {
      if (isConnected()) retries.push([{ ref, at: Date.now() + inMs }]);
    },
    promote: (ref) => {
      if (!isConnected()) return;
      const work = promote(ref)
        .catch(onError)
        .finally(() => promotions.delete(work));
      promotions.add(work);
    },
    addTenants: async (tenantIds) => {
      await assertReachable();
      await addTenantJobs(tenantIds.map((tenantId) => ({ tenantId, at: sliceOf(Date.now()) })));
    },
    add,
    findUnqueued: async (refs) => {
      await assertReachable();
      return findUnqueued(refs);
    },
    depth: async () => {
      if (!isConnected()) throw new Error('The queue is away');
      return answered(queue().getJobCounts('waiting', 'active', 'delayed'));
    },
    isUp: async () => isConnected() && (await answered(ping()).catch(() => false)),
    close: async () => {
      isClosing = true;
      await Promise.all([deliveries.close(), retries.close(), tenants.close(), ...promotions]);
      await close();
    },
  };
}

function jobOf({ tenantId, id }: DeliveryRef, options: { delay?: number } = {}) {
  return {
    name: 'deliver',
    data: { tenantId, deliveryId: id },
    opts: { ...JOB_OPTIONS, ...options, jobId: id },
  };
}

/** One job for each hundred new deliveries of a store; a single one has its own. */
function jobsTogether(tenantId: string, ids: readonly string[]) {
  const jobs = [];
  for (let start = 0; start < ids.length; start += SHARED_BY) {
    const deliveryIds = ids.slice(start, start + SHARED_BY);
    const [id = ''] = deliveryIds;
    const data: DeliveryJob = { tenantId, deliveryIds };
    const opts = { ...JOB_OPTIONS, jobId: `together-${id}` };
    jobs.push(deliveryIds.length === 1 ? jobOf({ tenantId, id }) : { name: 'deliver', data, opts });
  }
  return jobs;
}

interface TenantJob {
  tenantId: string;
  /** The beginning of a slice. */
  at: number;
}

/**
 * The jobs of a store within one slice are merged into one, which runs at the slice's end, when all of its deliveries are due.
 */
const SLICE_MS = 100;

function sliceOf(time: number): number {
  return time - (time % SLICE_MS);
}

function jobIdOf({ tenantId, at }: TenantJob): string {
  return `store-${tenantId}-${at / SLICE_MS}`;
}

export interface DeliveryWorkerOptions
  extends Pick<JobWorkerOptions<DeliveryJob>, 'connection' | 'concurrency' | 'onError'> {
  /** Makes one delivery. Returns in how many milliseconds its job is to run again; null: it's done. */
  deliver(delivery: DeliveryRef): Promise<number | null>;
  /** Makes all that is due in a store. */
  drain(tenantId: string): Promise<void>;
  /** Enqueues the retry of a delivery that shared its job with others. */
  enqueueRetry(delivery: DeliveryRef, inMs: number): void;
  /** While no delivery may begin, returns in how many milliseconds to check again; null: one may. Default: always. */
  closedForMs?(): number | null;
}

/** The queue's consumer. */
export function startDeliveryWorker(options: DeliveryWorkerOptions): JobWorker {
  const { deliver, drain, enqueueRetry, closedForMs = () => null } = options;

  /** A delivery that couldn't be claimed fails the job, which runs again; the others that were sent aren't due then. */
  async function deliverTogether(refs: readonly DeliveryRef[]): Promise<void> {
    const made = await Promise.allSettled(
      refs.map(async (ref) => {
        const againInMs = await deliver(ref);
        if (againInMs !== null) enqueueRetry(ref, againInMs);
      }),
    );
    const failed = made.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
    if (failed) throw failed.reason;
  }

  return startWorker<DeliveryJob>({
    ...options,
    name: DELIVERY_QUEUE,
    handle: async ({ tenantId, deliveryId, deliveryIds }) => {
      // Another version's job, without a store, is dropped: the poll finds its delivery.
      if (!tenantId) return null;
      const closedMs = closedForMs();
      if (closedMs !== null) return closedMs;
      if (deliveryId !== undefined) return deliver({ tenantId, id: deliveryId });
      await (deliveryIds ? deliverTogether(deliveryIds.map((id) => ({ tenantId, id }))) : drain(tenantId));
      return null;
    },
  });
}
