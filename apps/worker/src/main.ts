import {
  databaseOptions,
  loadConfig,
  mailerOptions,
  moduleSources,
  orExit,
  platformOptions,
  queueConnection,
  viesOptions,
} from '@service/config';
import { CORE_VERSION } from '@service/contract';
import {
  catalog,
  createPlatform,
  createSystemContext,
  customers,
  mail,
  modules,
  vat,
  webhooks,
} from '@service/core';
import { openDatabase } from '@service/db';
import {
  createDeliverer,
  createSender,
  parseRetryDelays,
  type RetentionDays,
  removeOld,
  runPollCycle,
  runRecoveries,
  Slots,
} from '@service/delivery';
import { MAIL_QUEUE, openDeliveryQueue, RingAgain, startDeliveryWorker, VAT_QUEUE } from '@service/jobs';
import { createLifecycle, createLog, createMetrics, stopSignal } from '@service/observability';
import { measureWorker } from './metrics.ts';
import { startOrderJobs } from './order-jobs.ts';
import { startPoller } from './poll.ts';
import { startRowJob } from './row-jobs.ts';

/** How often what has expired is deleted. */
const FORGET_INTERVAL_MS = 3_600_000;
/** How often operators are told of endpoints that fail or recovered. */
const HEALTH_NOTICES_EVERY_MS = 30_000;
/** How often unpaid orders expire and waiting provider events and refunds are tried again. */
const ORDER_JOBS_EVERY_MS = 30_000;

/** How soon a product import begins that was just received. */
const IMPORT_INTERVAL_MS = 1000;

/** How often a running recovery makes the next deliveries due. */
const RECOVERY_INTERVAL_MS = 500;

const config = orExit(() => loadConfig(process.env));
const log = createLog({ name: 'worker', level: config.LOG_LEVEL });
const lifecycle = createLifecycle(log, { deadlineMs: config.SHUTDOWN_TIMEOUT_MS });
const connection = queueConnection(config);

const database = openDatabase({
  ...databaseOptions(config, 'worker'),
  onConnectionError: (err) => log.warn({ err }, 'database connection lost'),
});
lifecycle.add('database', () => database.close());

const queue = openDeliveryQueue(connection, (err) => log.warn({ err }, 'delivery queue'));
lifecycle.add('queue', () => queue.close());

const { bus } = await modules.openModules(
  orExit(() => moduleSources(config)),
  {
    log,
    handlerTimeoutMs: config.MODULE_HANDLER_TIMEOUT_MS,
  },
);
lifecycle.add('modules', () => bus.settled());

const platform = createPlatform(platformOptions(config), {
  wakeDeliveries: queue.wake,
  wakeStore: queue.ringStore,
  hastenDelivery: queue.hasten,
  modules: bus,
});
const system = createSystemContext({ database, platform, log, requestId: 'worker' });

const timeoutMs = config.WEBHOOK_DELIVERY_TIMEOUT_MS;
const sender = createSender({
  ...platform.subscriberUrls,
  timeoutMs,
  userAgent: `commerce-service/${CORE_VERSION}`,
});
lifecycle.add('sender', () => sender.close());

const retentionDays: RetentionDays = {
  delivered: config.WEBHOOK_RETENTION_DELIVERED_DAYS,
  all: config.WEBHOOK_RETENTION_DAYS,
  events: config.WEBHOOK_RETENTION_EVENT_DAYS,
};

const metrics = createMetrics();
const { observeAttempt } = measureWorker(metrics, { system, database, queue });

const slots = new Slots(config.WEBHOOK_CONCURRENCY);
const deliverer = createDeliverer(system, {
  sender,
  schedule: parseRetryDelays(config.WEBHOOK_RETRY_DELAYS),
  leaseMs: timeoutMs + config.WEBHOOK_LEASE_MARGIN_MS,
  slots,
  ringStore: queue.ringStore,
  callForHelp: queue.ringStore,
  observe: observeAttempt,
});
const worker = startDeliveryWorker({
  connection,
  // Who may send is decided by the slots; a job without one ends at once. So there is always room to ask.
  concurrency: 2 * slots.capacity,
  deliver: async (id) => {
    const ringInMs = await deliverer.deliver(id);
    if (ringInMs !== null) throw new RingAgain(Math.max(0, ringInMs));
  },
  drain: deliverer.drain,
  onError: (err) => log.warn({ err }, 'delivery worker'),
});
const poller = startPoller(
  (signal) =>
    runPollCycle(system, { queue, deliver: deliverer.deliver, batch: config.WEBHOOK_POLL_BATCH, signal }),
  config.WEBHOOK_POLL_INTERVAL_MS,
  (err) => log.error({ err }, 'poll cycle failed'),
);
// Together: neither may begin a delivery while the other finishes its own.
lifecycle.add('deliveries', () => Promise.all([poller.close(), worker.close(), deliverer.close()]));

const recoveries = startPoller(
  () => runRecoveries(system),
  RECOVERY_INTERVAL_MS,
  (err) => log.error({ err }, 'recoveries failed'),
);
lifecycle.add('recoveries', () => recoveries.close());

const retention = startPoller(
  (signal) => removeOld(system, retentionDays, signal),
  config.WEBHOOK_RETENTION_INTERVAL_MS,
  (err) => log.error({ err }, 'retention failed'),
);
lifecycle.add('retention', () => retention.close());

const healthNotices = startPoller(
  () => webhooks.notifyEndpointHealth(system),
  HEALTH_NOTICES_EVERY_MS,
  (err) => log.error({ err }, 'telling operators of their endpoints failed'),
);
lifecycle.add('health notices', () => healthNotices.close());

const mailer = mail.createMailer(mailerOptions(config));
lifecycle.add('mailer', () => mailer.close());
const mails = startRowJob(
  system,
  {
    queueName: MAIL_QUEUE,
    concurrency: 10,
    findDue: mail.findDueMails,
    work: (ctx, id) => mail.sendMail(ctx, mailer, id),
  },
  { connection, pollIntervalMs: config.WEBHOOK_POLL_INTERVAL_MS },
);
lifecycle.add('mails', () => mails.close());

const vies = vat.createVies(viesOptions(config));
const vatChecks = startRowJob(
  system,
  {
    queueName: VAT_QUEUE,
    concurrency: 20,
    findDue: vat.findDueVatChecks,
    work: (ctx, id) => vat.runVatCheck(ctx, vies, id),
  },
  { connection, pollIntervalMs: config.WEBHOOK_POLL_INTERVAL_MS },
);
lifecycle.add('VAT checks', () => vatChecks.close());

const forgetter = startPoller(
  async () => {
    await customers.forgetExpired(system);
    await mail.forgetOldMails(system);
    await catalog.forgetOldImports(system);
  },
  FORGET_INTERVAL_MS,
  (err) => log.error({ err }, 'deleting what has expired failed'),
);
lifecycle.add('forgetter', () => forgetter.close());
const orderJobs = startOrderJobs(system, ORDER_JOBS_EVERY_MS);
lifecycle.add('order jobs', () => orderJobs.close());
const imports = startPoller(
  (signal) => catalog.runImports(system, signal),
  IMPORT_INTERVAL_MS,
  (err) => log.error({ err }, 'product imports failed'),
);
lifecycle.add('product imports', () => imports.close());

if (config.METRICS_PORT)
  lifecycle.add('metrics', (await metrics.serve(config.METRICS_PORT, { host: config.METRICS_HOST })).close);

// Before it says that it's ready: from then on a signal must find somebody who listens.
const stopped = stopSignal();
log.info({ concurrency: config.WEBHOOK_CONCURRENCY }, 'ready');
process.send?.({ ready: true });

const signal = await stopped;
log.info({ signal }, 'stopping');
process.exit((await lifecycle.close()) ? 0 : 1);
