import { carts, idempotency, orders, payments, refunds, type SystemContext } from '@service/core';
import { type Poller, startPoller } from './poll.ts';

/** Does one batch and answers how many it did; stops early once the signal says so. */
type Batch = (system: SystemContext, signal: AbortSignal) => Promise<number>;

const BATCH = 100;
const MAX_BATCHES = 50;

/** A run that takes longer stops behind what it is at, and goes on in the next one. */
const DEADLINE_MS = 60_000;

const JOBS: Readonly<Record<string, Batch>> = {
  'unpaid orders expire': untilFew((system) => orders.expireUnpaidOrders(system, BATCH)),
  'refunds are sent': (system, signal) => refunds.sendDueRefunds(system, { signal }),
  'waiting provider events are replayed': (system) => payments.replayWaitingEvents(system),
  'payments of cancelled orders are cancelled': untilFew((system, signal) =>
    payments.cancelDuePayments(system, { limit: BATCH, signal }),
  ),
  'abandoned carts are deleted': untilFew((system) => carts.deleteAbandonedCarts(system, BATCH)),
  'old idempotency keys are deleted': untilFew((system) => idempotency.deleteOldKeys(system, BATCH)),
};

/** What carts, orders and payments need to be done in the background, all of it once. */
export async function runOrderJobs(system: SystemContext): Promise<void> {
  const { signal } = new AbortController();
  await Promise.all(Object.entries(JOBS).map(([name, batch]) => runJob(system, name, batch, signal)));
}

/** The same for ever. Each job has a cycle and a deadline of its own: one whose provider hangs holds up no other. */
export function startOrderJobs(system: SystemContext, intervalMs: number): Poller {
  const pollers = Object.entries(JOBS).map(([name, batch]) =>
    startPoller(
      (stopping) =>
        runJob(system, name, batch, AbortSignal.any([stopping, AbortSignal.timeout(DEADLINE_MS)])),
      intervalMs,
      () => {},
    ),
  );
  return {
    async close() {
      await Promise.all(pollers.map((poller) => poller.close()));
    },
  };
}

/** Never rejects: it runs again. */
async function runJob(system: SystemContext, job: string, batch: Batch, signal: AbortSignal): Promise<void> {
  try {
    const done = await batch(system, signal);
    if (done > 0) system.log.info({ job, done }, 'order job');
  } catch (err) {
    system.log.error({ err, job }, 'an order job failed; it runs again');
  }
}

/** Batch after batch, as long as they are full. */
function untilFew(batch: Batch): Batch {
  return async (system, signal) => {
    let total = 0;
    for (let count = 0; count < MAX_BATCHES && !signal.aborted; count += 1) {
      const done = await batch(system, signal);
      total += done;
      if (done < BATCH) break;
    }
    return total;
  };
}
