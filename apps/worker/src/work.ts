import {
  type Config,
  databaseOptions,
  mailerOptions,
  moduleSources,
  orExit,
  queueConnection,
  servicesOptions,
  viesOptions,
} from '@service/config';
import { CORE_VERSION } from '@service/contract';
import {
  createServices,
  createSystemContext,
  customers,
  mail,
  modules,
  outbox,
  readDbNow,
  vat,
} from '@service/core';
import { openDatabase, watchSchema } from '@service/db';
import {
  Capacity,
  createDestinations,
  createEngine,
  createFileFetcher,
  createLogNotifier,
  createPullNotifier,
  openDeliveryQueue,
  parseRetryDelays,
  runPollCycle,
  startDeliveryWorker,
} from '@service/delivery';
import { MAIL_QUEUE, queueProblem, startRowJob, VAT_QUEUE } from '@service/jobs';
import { createHealth, createLifecycle, createMetrics, type Log, stopSignal } from '@service/observability';
import { jobsOf, startJob } from './jobs.ts';
import { measureJobs, measureWorker } from './metrics.ts';
import { createWhileOpen } from './while-open.ts';

/** The deadline for one picture that is fetched from another host, redirects included. */
const PICTURE_TIMEOUT_MS = 30_000;

/** Opens everything in order, works until a signal, and closes in reverse order. Returns the exit code. */
export async function work(config: Config, log: Log): Promise<number> {
  const lifecycle = createLifecycle(log, { deadlineMs: config.SHUTDOWN_TIMEOUT_MS });
  const connection = queueConnection(config);

  const database = openDatabase({
    ...databaseOptions(config, 'worker'),
    onConnectionError: (err) => log.warn({ err }, 'database connection lost'),
  });
  lifecycle.add('database', () => database.close());

  const schema = await watchSchema(database.system, (closed) =>
    closed ? log.warn({ reason: closed }, 'closed') : log.info('open'),
  );
  lifecycle.add('schema', () => schema.close());
  const whileOpen = createWhileOpen(schema);

  const unusable = await queueProblem(connection);
  if (unusable) {
    log.fatal(unusable);
    return 1;
  }
  const queue = openDeliveryQueue(connection, (err) => log.warn({ err }, 'delivery queue'));
  lifecycle.add('queue', () => queue.close());

  const pull = createPullNotifier(database.system, (err) =>
    log.warn({ err }, 'pull subscriptions were not notified'),
  );
  lifecycle.add('pull notices', () => pull.close());

  const deliveryLog = createLogNotifier(database.system, (err) =>
    log.warn({ err }, 'watchers of a delivery log were not notified'),
  );
  lifecycle.add('log notices', () => deliveryLog.close());

  const { bus } = await modules.connectModules(
    orExit(() => moduleSources(config)),
    {
      log,
      handlerTimeoutMs: config.MODULE_HANDLER_TIMEOUT_MS,
    },
  );
  lifecycle.add('modules', () => bus.settled());

  const services = createServices(servicesOptions(config), {
    jobs: {
      enqueueDeliveries: queue.enqueue,
      enqueueTenant: queue.enqueueTenant,
      promoteDelivery: queue.promote,
      notifyPull: pull.notify,
      notifyLog: deliveryLog.notify,
    },
    modules: bus,
  });
  const system = createSystemContext({ database, services, log, requestId: 'worker' });

  const timeoutMs = config.WEBHOOK_DELIVERY_TIMEOUT_MS;
  const outgoing = {
    ...services.subscriberUrls,
    userAgent: `commerce-service/${CORE_VERSION}`,
    proxyUrl: config.WEBHOOK_PROXY_URL,
    sourceAddress: config.WEBHOOK_SOURCE_ADDRESS,
  };
  const sender = createDestinations({ ...outgoing, timeoutMs });
  lifecycle.add('sender', () => sender.close());
  const files = createFileFetcher({
    ...outgoing,
    timeoutMs: PICTURE_TIMEOUT_MS,
    maxBytes: config.PICTURES_MAX_BYTES,
  });
  lifecycle.add('file fetcher', () => files.close());

  const capacity = new Capacity(config.WEBHOOK_CONCURRENCY);
  const health = createHealth();
  const metrics = createMetrics();
  const { observeAttempt, observeCycle, countFound } = measureWorker(metrics, {
    system,
    database,
    queue,
    capacity,
    isMailSent: Boolean(config.SMTP_URL),
  });
  if (config.NODE_ENV === 'production' && !config.SMTP_URL)
    log.warn('SMTP_URL isn’t set: messages are files in DATA_DIR/mail, and nobody gets them');

  const engine = createEngine(system, {
    sender,
    schedule: parseRetryDelays(config.WEBHOOK_RETRY_DELAYS),
    leaseMs: timeoutMs + config.WEBHOOK_LEASE_MARGIN_MS,
    capacity,
    enqueueTenant: queue.enqueueTenant,
    onSaturated: queue.enqueueTenant,
    observe: observeAttempt,
  });
  const worker = startDeliveryWorker({
    connection,
    // The capacity decides which delivery is sent; a job without capacity ends at once. So the concurrency leaves room to check
    // more jobs.
    concurrency: 2 * capacity.total,
    deliver: engine.deliver,
    drain: engine.drain,
    enqueueRetry: queue.enqueueRetry,
    closedForMs: whileOpen.closedForMs,
    onError: (err) => log.warn({ err }, 'delivery worker'),
  });

  const mailer = mail.createMailer({ ...mailerOptions(config), sender });
  lifecycle.add('mailer', () => mailer.close());
  const vies = vat.createVies(viesOptions(config));

  const rowJobOptions = {
    connection,
    pollIntervalMs: config.JOB_POLL_INTERVAL_MS,
    dbNow: () => readDbNow(system),
    closedForMs: whileOpen.closedForMs,
    onCycle: observeCycle,
  };
  const mails = startRowJob(
    system,
    {
      queueName: MAIL_QUEUE,
      concurrency: 20,
      perStore: 10,
      findDue: mail.findDueMails,
      work: (ctx, row) => outbox.sendMail(ctx, mailer, row),
    },
    rowJobOptions,
  );
  const vatChecks = startRowJob(
    system,
    {
      queueName: VAT_QUEUE,
      concurrency: 20,
      findDue: customers.findDueVatChecks,
      work: (ctx, row) => customers.runVatCheck(ctx, vies, row),
    },
    rowJobOptions,
  );

  const batch = config.WEBHOOK_POLL_BATCH;
  const pollIntervalMs = config.WEBHOOK_POLL_INTERVAL_MS;
  const poll = startJob(
    system,
    {
      name: 'webhook-poll',
      everyMs: pollIntervalMs,
      // Without a queue it sends a whole batch itself, one delivery after another.
      deadlineMs: batch * timeoutMs,
      run: whileOpen.cycle(async (signal) => {
        const { found } = await runPollCycle(system, {
          queue,
          deliver: engine.deliver,
          batch,
          believedForMs: 2 * pollIntervalMs,
          signal,
        });
        countFound(found);
      }),
    },
    observeCycle,
  );
  const retention = {
    everyMs: config.WEBHOOK_RETENTION_INTERVAL_MS,
    days: {
      delivered: config.WEBHOOK_RETENTION_DELIVERED_DAYS,
      all: config.WEBHOOK_RETENTION_DAYS,
      events: config.WEBHOOK_RETENTION_EVENT_DAYS,
    },
  };
  const monthDays = {
    audit: config.AUDIT_RETENTION_DAYS,
    stockMovements: config.STOCK_MOVEMENT_RETENTION_DAYS,
  };
  const jobs = jobsOf(system, { retention, monthDays, fetchFile: files.fetch }).map((job) =>
    startJob(system, { ...job, run: whileOpen.cycle(job.run) }, observeCycle),
  );

  lifecycle.addWork('deliveries', async () => {
    await Promise.all([poll.close(), worker.close(), engine.stop()]);
    await engine.close();
  });
  lifecycle.addWork('mails', () => mails.close());
  lifecycle.addWork('VAT checks', () => vatChecks.close());
  for (const job of jobs) lifecycle.addWork(job.name, () => job.close());

  const loops = [poll, mails.loop, vatChecks.loop, ...jobs];
  measureJobs(metrics, loops);
  for (const loop of loops) health.add(loop.name, () => !loop.isStuck());
  health.add('webhook-deliveries', () => !engine.isStuck());
  for (const [name, { isStuck }] of Object.entries({ deliveries: worker, mails, vatChecks }))
    health.add(`the consumer of ${name}`, () => !isStuck());
  health.add('schema', () => schema.problem() === undefined, schema.problem);

  if (config.METRICS_PORT) {
    const listening = await metrics.serve(config.METRICS_PORT, { host: config.METRICS_HOST, health });
    lifecycle.add('metrics', listening.close);
  }

  // Listens before it reports that it's ready: from then on it must not miss a signal.
  const stopped = stopSignal();
  log.info({ concurrency: config.WEBHOOK_CONCURRENCY }, 'ready');
  process.send?.({ ready: true });

  const { reason, exitCode } = await stopped;
  log.info({ reason }, 'stopping');
  return (await lifecycle.close()) ? exitCode : 1;
}
