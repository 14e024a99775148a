import { CORE_VERSION } from '@service/contract';
import {
  customers,
  mail,
  modules,
  payments,
  refunds,
  type SystemContext,
  search,
  webhooks,
} from '@service/core';
import { type Database, measurePool } from '@service/db';
import {
  type AttemptError,
  type Backlog,
  type Capacity,
  countOpen,
  type DeliveryQueue,
  measureBacklog,
  type ObserveAttempt,
} from '@service/delivery';
import { type Loop, type LoopOptions, singleFlight } from '@service/jobs/primitives';
import { type Metrics, measureProcess } from '@service/observability';

const BACKLOG_DEADLINE_MS = 2000;

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Measures a worker for Prometheus; docs/operating.md lists the metrics. */
export function measureWorker(
  metrics: Metrics,
  {
    system,
    database,
    queue,
    capacity,
    isMailSent,
  }: {
    system: SystemContext;
    database: Database;
    queue: DeliveryQueue;
    capacity: Capacity;
    /** Whether there is a mail server. */
    isMailSent: boolean;
  },
): {
  observeAttempt: ObserveAttempt;
  countFound: (count: number) => void;
  observeCycle: NonNullable<LoopOptions['onCycle']>;
} {
  const observe = metrics.timer({
    name: 'commerce_webhook_attempt_duration_seconds',
    help: 'Attempts by what became of their delivery and by class of the response',
    labels: ['outcome', 'response'],
    buckets: SECONDS,
  });
  const countAttempt = metrics.counter({
    name: 'commerce_webhook_attempts_total',
    help: 'Attempts by what became of their delivery and by why they failed',
    labels: ['outcome', 'reason'],
  });
  const observeLateness = metrics.timer({
    name: 'commerce_webhook_lateness_seconds',
    help: 'From when an attempt was due (the first one: when its event was recorded) to the first byte of its request',
    labels: ['attempt'],
    buckets: [...SECONDS, 60, 300],
  });
  const countFound = metrics.counter({
    name: 'commerce_webhook_found_by_poll_total',
    help: 'Deliveries that were due and had no job, so that only the poll found them; 0 in a steady state',
  });
  metrics.gauge(
    {
      name: 'commerce_webhook_queue_jobs',
      help: 'Delivery jobs in the queue; delayed ones wait for their retry',
      label: 'state',
    },
    queue.depth,
  );
  const inOneQuery = singleFlight<Backlog>('measuring the backlog', BACKLOG_DEADLINE_MS);
  const backlog = () => inOneQuery(() => measureBacklog(system));
  metrics.gauge(
    {
      name: 'commerce_webhook_due_deliveries',
      help: 'Deliveries that are due and not under way, counted up to 10,000; the same for all workers',
    },
    async () => (await backlog()).due,
  );
  metrics.gauge(
    {
      name: 'commerce_webhook_oldest_due_seconds',
      help: 'For how long the oldest of them has waited',
    },
    async () => (await backlog()).oldestSeconds,
  );
  metrics.gauge(
    { name: 'commerce_webhook_attempts_under_way', help: 'Attempts that this worker has under way' },
    () => capacity.taken,
  );
  metrics.gauge(
    { name: 'commerce_webhook_attempts_limit', help: 'How many attempts this worker may have under way' },
    () => capacity.total,
  );
  metrics.gauge(
    {
      name: 'commerce_webhook_deliveries',
      help: 'Deliveries that wait for their first attempt (pending) or a retry (failed), counted up to 10,000 together',
      label: 'state',
    },
    () => countOpen(system),
  );
  metrics.gauge(
    {
      name: 'commerce_webhook_subscriptions',
      help: 'Subscriptions of all stores by the health of their endpoint',
      label: 'health',
    },
    () => webhooks.countByHealth(system),
  );
  metrics.gauge(
    {
      name: 'commerce_jobs_waiting',
      help: 'What waits for a background job, retries included',
      label: 'kind',
    },
    async () => {
      const [mails, vatChecks, unsentRefunds, untold] = await Promise.all([
        mail.countWaitingMails(system),
        customers.countWaitingVatChecks(system),
        refunds.countWaitingRefunds(system),
        search.countUntold(system),
      ]);
      return { mails, vat_checks: vatChecks, refunds: unsentRefunds, search: untold };
    },
  );
  metrics.gauge(
    {
      name: 'commerce_payment_events_unmatched',
      help: 'Events of the payment provider that belong to no payment, counted up to 10,000',
    },
    () => payments.countUnmatchedEvents(system),
  );
  metrics.gauge(
    {
      name: 'commerce_mail_server_configured',
      help: '0 while SMTP_URL isn’t set: messages are files, and nobody gets them',
    },
    () => (isMailSent ? 1 : 0),
  );
  measurePool(metrics, database);
  measureProcess(metrics, { version: CORE_VERSION, isQueueUp: queue.isUp });
  metrics.askedCounter(modules.FAILURES_METRIC, () => modules.failuresByModule(system.services.modules));
  const observeJob = metrics.timer({
    name: 'commerce_job_duration_seconds',
    help: 'Cycles of background jobs: done, failed, or abandoned at their deadline',
    labels: ['name', 'outcome'],
    buckets: [0.01, 0.1, 1, 10, 60, 300],
  });
  return {
    observeCycle: ({ name, outcome, seconds }) => observeJob({ name, outcome }, seconds),
    observeAttempt: ({ outcome, responseCode, error, seconds, isRetry, lateSeconds }) => {
      const response = responseCode === null ? 'none' : `${Math.floor(responseCode / 100)}xx`;
      observe({ outcome, response }, seconds);
      countAttempt(1, { outcome, reason: reasonOf(error) });
      if (lateSeconds !== null) observeLateness({ attempt: isRetry ? 'retry' : 'first' }, lateSeconds);
    },
    countFound,
  };
}

/** Few values, because each is a series of its own: the status is a label of another metric. */
function reasonOf(error: AttemptError | null): string {
  if (error === null) return 'none';
  if (error.startsWith('unexpected status')) return 'unexpected_status';
  if (error.startsWith('redirect')) return 'redirect';
  if (error.startsWith('proxy refused')) return 'proxy_refused';
  if (error.startsWith('token refused')) return 'token_refused';
  return error.replaceAll(' ', '_');
}

/** When each job last ended a cycle by itself, whatever its outcome: an old time means that the job is stuck. */
export function measureJobs(metrics: Metrics, loops: readonly Loop[]): void {
  metrics.gauge(
    {
      name: 'commerce_job_last_finished_timestamp_seconds',
      help: 'When a cycle of the job last ended by itself',
      label: 'name',
    },
    () => Object.fromEntries(loops.map((loop) => [loop.name, loop.lastFinishedAt() / 1000])),
  );
}
