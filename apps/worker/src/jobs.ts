import {
  access,
  cancellation,
  carts,
  catalog,
  customers,
  documents,
  formerOrders,
  idempotency,
  imports,
  ledger,
  mail,
  payments,
  pictures,
  privacy,
  redirects,
  refunds,
  reports,
  type SystemContext,
  search,
  tenants,
  webhooks,
} from '@service/core';
import { keepMonths } from '@service/db';
import { type RetentionDays, removeDeleted, removeOld, rollUpCounts, runRecoveries } from '@service/delivery';
import {
  HOUR_MS,
  type Loop,
  type LoopOptions,
  MINUTE_MS,
  SECOND_MS,
  startLoop,
} from '@service/jobs/primitives';

/** A cycle that takes longer ends after its current step, and the next one continues. */
const DEADLINE_MS = MINUTE_MS;

const BATCH = 100;
/** Batches of rows without rows below them, and of rows that may have thousands. */
const [FLAT_BATCH, NESTED_BATCH] = [2000, 10];
const MAX_BATCHES = 50;

export interface Job {
  name: string;
  everyMs: number;
  deadlineMs?: number;
  /** Runs one cycle; it ends early once the signal aborts. A number that it returns is logged. */
  run(signal: AbortSignal): Promise<unknown>;
}

/** Asks providers about a batch of rows, in turns of the stores, and returns how many there were. */
type InTurns = (system: SystemContext, options: { limit: number; signal: AbortSignal }) => Promise<number>;

/** How many days rows of tables that are kept by month stay at least; undefined: for ever. */
export interface MonthDays {
  audit: number | undefined;
  stockMovements: number | undefined;
}

/** The background jobs of every worker, besides webhooks, mails and VAT checks. Several workers share them. */
export function jobsOf(
  system: SystemContext,
  {
    retention,
    monthDays,
    fetchFile,
  }: {
    retention: { everyMs: number; days: RetentionDays };
    monthDays: MonthDays;
    fetchFile: catalog.FetchFile;
  },
): Job[] {
  const batches =
    (batch: (limit: number) => Promise<number>, limit = BATCH) =>
    (signal: AbortSignal) =>
      untilFew(batch, signal, limit);
  const inTurns = (batch: InTurns) => (signal: AbortSignal) =>
    untilFew(() => batch(system, { limit: BATCH, signal }), signal);
  return [
    {
      name: 'webhook-recoveries',
      everyMs: 500,
      run: (signal) => runRecoveries(system, signal).then(() => undefined),
    },
    {
      name: 'webhook-retention',
      everyMs: retention.everyMs,
      deadlineMs: 10 * MINUTE_MS,
      run: (signal) => removeOld(system, retention.days, signal),
    },
    {
      name: 'months',
      everyMs: HOUR_MS,
      // One after the other, because they lock the same tables, so that a reader of one table doesn't block the other.
      async run() {
        let done = 0;
        try {
          done += await keepMonths(system, 'audit_records', monthDays.audit);
        } finally {
          done += await keepMonths(system, 'stock_movements', monthDays.stockMovements);
        }
        return done;
      },
    },
    { name: 'outcome-counts', everyMs: MINUTE_MS, run: (signal) => rollUpCounts(system, signal) },
    {
      name: 'deleted-subscriptions',
      everyMs: SECOND_MS,
      run: (signal) => removeDeleted(system, signal),
    },
    {
      name: 'expired-pull-subscriptions',
      everyMs: 30 * SECOND_MS,
      run: batches(() => webhooks.expirePullSubscriptions(system)),
    },
    {
      name: 'endpoint-health-notices',
      everyMs: 30 * SECOND_MS,
      run: () => webhooks.notifyEndpointHealth(system),
    },
    { name: 'exhausted-events', everyMs: 30 * SECOND_MS, run: () => webhooks.recordExhausted(system) },
    {
      name: 'exhausted-deliveries',
      everyMs: MINUTE_MS,
      run: (signal) => webhooks.notifyExhausted(system, signal),
    },
    {
      name: 'expiring-certificates',
      everyMs: HOUR_MS,
      run: () => webhooks.notifyExpiringCertificates(system),
    },
    {
      name: 'product-imports',
      everyMs: SECOND_MS,
      deadlineMs: 5 * MINUTE_MS,
      run: (signal) => catalog.processImports(system, signal),
    },
    {
      name: 'customer-imports',
      everyMs: SECOND_MS,
      deadlineMs: 5 * MINUTE_MS,
      run: (signal) => customers.processCustomerImports(system, signal),
    },
    {
      name: 'former-order-imports',
      everyMs: SECOND_MS,
      deadlineMs: 5 * MINUTE_MS,
      run: (signal) => formerOrders.processFormerOrderImports(system, signal),
    },
    {
      name: 'redirect-imports',
      everyMs: SECOND_MS,
      deadlineMs: 5 * MINUTE_MS,
      run: (signal) => redirects.processRedirectImports(system, signal),
    },
    {
      name: 'picture-imports',
      everyMs: SECOND_MS,
      deadlineMs: 5 * MINUTE_MS,
      run: (signal) => catalog.processPictureImports(system, fetchFile, signal),
    },
    {
      name: 'customer-exports',
      everyMs: SECOND_MS,
      deadlineMs: 5 * MINUTE_MS,
      run: (signal) => privacy.processExports(system, signal),
    },
    {
      name: 'customer-erasures',
      everyMs: 5 * SECOND_MS,
      deadlineMs: 5 * MINUTE_MS,
      run: (signal) => privacy.processErasures(system, signal),
    },
    {
      name: 'search-languages',
      everyMs: 30 * SECOND_MS,
      run: batches((limit) => catalog.reindexSearch(system, limit)),
    },
    {
      name: 'search-engine',
      everyMs: SECOND_MS,
      deadlineMs: 5 * MINUTE_MS,
      run: batches((limit) => search.feedEngine(system, limit)),
    },
    {
      name: 'product-sales',
      everyMs: 10 * SECOND_MS,
      run: batches((limit) => catalog.countSales(system, limit)),
    },
    {
      name: 'daily-money',
      everyMs: 10 * SECOND_MS,
      run: batches((limit) => reports.sumMoney(system, limit)),
    },
    { name: 'ledgers', everyMs: 10 * MINUTE_MS, run: () => ledger.compareLedgers(system) },
    {
      name: 'unpaid-orders',
      everyMs: 30 * SECOND_MS,
      run: batches((limit) => cancellation.expireUnpaidOrders(system, limit)),
    },
    { name: 'refunds', everyMs: 30 * SECOND_MS, run: inTurns(refunds.sendDueRefunds) },
    { name: 'tax-records', everyMs: 30 * SECOND_MS, run: inTurns(documents.recordDueTaxDocuments) },
    {
      name: 'provider-events',
      everyMs: 30 * SECOND_MS,
      run: (signal) => payments.replayWaitingEvents(system, { signal }),
    },
    { name: 'payment-cancellations', everyMs: 30 * SECOND_MS, run: inTurns(payments.cancelDuePayments) },
    {
      name: 'carts-left-behind',
      everyMs: MINUTE_MS,
      run: batches((limit) => carts.recordAbandonedCarts(system, limit), NESTED_BATCH),
    },
    {
      name: 'abandoned-carts',
      everyMs: 30 * SECOND_MS,
      run: batches((limit) => carts.deleteAbandonedCarts(system, limit)),
    },
    {
      name: 'idempotency-keys',
      everyMs: 30 * SECOND_MS,
      run: batches((limit) => idempotency.deleteOldKeys(system, limit)),
    },
    {
      name: 'unmatched-provider-events',
      everyMs: HOUR_MS,
      run: batches((limit) => payments.deleteUnmatchedEvents(system, limit)),
    },
    {
      name: 'operator-sessions',
      everyMs: HOUR_MS,
      run: batches((limit) => access.deleteEndedSessions(system, limit)),
    },
    {
      name: 'portal-sessions',
      everyMs: HOUR_MS,
      run: batches((limit) => access.deleteEndedPortalSessions(system, limit)),
    },
    { name: 'store-hosts', everyMs: 10 * SECOND_MS, run: () => tenants.checkDueHosts(system, 10) },
    {
      name: 'expired-tokens',
      everyMs: HOUR_MS,
      run: batches((limit) => customers.purgeExpired(system, limit), FLAT_BATCH),
    },
    { name: 'inactive-customers', everyMs: HOUR_MS, run: (signal) => privacy.eraseInactive(system, signal) },
    { name: 'old-carts', everyMs: HOUR_MS, run: batches((limit) => carts.deleteOldCarts(system, limit)) },
    {
      name: 'old-mails',
      everyMs: HOUR_MS,
      run: batches((limit) => mail.purgeOldMails(system, limit), FLAT_BATCH),
    },
    {
      name: 'old-exports',
      everyMs: HOUR_MS,
      run: batches((limit) => privacy.purgeExports(system, limit), NESTED_BATCH),
    },
    {
      name: 'unused-pictures',
      everyMs: 10 * MINUTE_MS,
      deadlineMs: 10 * MINUTE_MS,
      run: batches((limit) => pictures.deleteUnusedPictures(system, limit)),
    },
    {
      name: 'old-imports',
      everyMs: HOUR_MS,
      run: batches((limit) => imports.purgeOldImports(system, limit), NESTED_BATCH),
    },
    {
      name: 'old-picture-imports',
      everyMs: HOUR_MS,
      run: batches((limit) => catalog.purgeOldPictureImports(system, limit), NESTED_BATCH),
    },
  ];
}

/** Runs a job for ever, in cycles. Its failures are logged, and the next cycle runs. */
export function startJob(
  { log }: Pick<SystemContext, 'log'>,
  { name, everyMs, deadlineMs = DEADLINE_MS, run }: Job,
  onCycle?: LoopOptions['onCycle'],
): Loop {
  return startLoop({
    name,
    everyMs,
    deadlineMs,
    run: async (signal) => {
      const startedAt = performance.now();
      const done = await run(signal);
      const ms = Math.round(performance.now() - startedAt);
      if (typeof done === 'number' && done > 0) log.info({ job: name, done, ms }, 'job');
    },
    onError: (err) => log.error({ err, job: name }, 'a cycle of a job failed; the next one follows'),
    ...(onCycle ? { onCycle } : {}),
  });
}

/** Runs batch after batch, as long as they are full. */
async function untilFew(
  batch: (limit: number) => Promise<number>,
  signal: AbortSignal,
  limit = BATCH,
): Promise<number> {
  let total = 0;
  for (let count = 0; count < MAX_BATCHES && !signal.aborted; count += 1) {
    const done = await batch(limit);
    total += done;
    if (done < limit) break;
  }
  return total;
}
