import { carts, idempotency, orders, payments, refunds, type SystemContext } from '@service/core';

const JOBS: Readonly<Record<string, (system: SystemContext) => Promise<number>>> = {
  'unpaid orders expire': (system) => untilFew(() => orders.expireUnpaidOrders(system, BATCH)),
  'refunds are sent': (system) => refunds.sendDueRefunds(system),
  'waiting provider events are replayed': (system) => payments.replayWaitingEvents(system),
  'payments of cancelled orders are cancelled': (system) =>
    untilFew(() => payments.cancelDuePayments(system, BATCH)),
  'abandoned carts are deleted': (system) => untilFew(() => carts.deleteAbandonedCarts(system, BATCH)),
  'old idempotency keys are deleted': (system) => untilFew(() => idempotency.deleteOldKeys(system, BATCH)),
};

const BATCH = 100;
const MAX_BATCHES = 50;

/** What carts, orders and payments need to be done in the background, once. One job that fails doesn't keep the others from it. */
export async function runOrderJobs(system: SystemContext, signal?: AbortSignal): Promise<void> {
  for (const [name, job] of Object.entries(JOBS)) {
    if (signal?.aborted) return;
    try {
      const done = await job(system);
      if (done > 0) system.log.info({ job: name, done }, 'order job');
    } catch (err) {
      system.log.error({ err, job: name }, 'an order job failed; it runs again');
    }
  }
}

/** Batch after batch, as long as they are full. */
async function untilFew(batch: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let count = 0; count < MAX_BATCHES; count += 1) {
    const done = await batch();
    total += done;
    if (done < BATCH) break;
  }
  return total;
}
