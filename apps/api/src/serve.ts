import {
  type Config,
  databaseOptions,
  listOf,
  moduleSources,
  orExit,
  queueConnection,
  servicesOptions,
} from '@service/config';
import { createServices, createSystemContext, modules, payments, rateLimits } from '@service/core';
import { openDatabase, openReplica, watchSchema } from '@service/db';
import { openDeliveryQueue, openTestOutcomes } from '@service/delivery/enqueue';
import { createLogNotifier, createPullNotifier, openLogWaits, openPullWaits } from '@service/delivery/pull';
import { MAIL_QUEUE, openRowQueue, openThrottleRedis, queueProblem, VAT_QUEUE } from '@service/jobs';
import { createLifecycle, createMetrics, type Log, stopSignal } from '@service/observability';
import { createApp } from './app.ts';
import { createDrain } from './http/drain.ts';
import { closeHttpServer, createHttpServer } from './http/http-server.ts';
import { createFairScheduler } from './http/turns.ts';
import { measureApi } from './metrics.ts';

/** Opens everything in order, serves until a signal arrives, and closes in reverse order. Returns the exit code. */
export async function serve(config: Config, log: Log): Promise<number> {
  const lifecycle = createLifecycle(log, { deadlineMs: config.SHUTDOWN_TIMEOUT_MS });

  const database = openDatabase({
    ...databaseOptions(config, 'api'),
    onConnectionError: (err) => log.warn({ err }, 'database connection lost'),
  });
  lifecycle.add('database', () => database.close());

  const replica = config.DATABASE_REPLICA_URL
    ? openReplica(databaseOptions(config, 'api').url, {
        ...databaseOptions(config, 'api'),
        url: config.DATABASE_REPLICA_URL,
        onConnectionError: (err) => log.warn({ err }, 'connection to the replica lost'),
      })
    : undefined;
  lifecycle.add('replica', async () => replica?.close());

  const schema = await watchSchema(database.system, (closed) =>
    closed ? log.warn({ reason: closed }, 'closed') : log.info('open'),
  );
  lifecycle.add('schema', () => schema.close());

  const connection = queueConnection(config);
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

  const pullWaits = openPullWaits(databaseOptions(config, 'api').url, (err) =>
    log.warn({ err }, 'notices of pull subscriptions'),
  );

  const deliveryLog = createLogNotifier(database.system, (err) =>
    log.warn({ err }, 'watchers of a delivery log were not notified'),
  );
  lifecycle.add('log notices', () => deliveryLog.close());

  const logWaits = openLogWaits(databaseOptions(config, 'api').url, (err) =>
    log.warn({ err }, 'notices of delivery logs'),
  );

  const mailQueue = openRowQueue(MAIL_QUEUE, connection, (err) => log.warn({ err }, 'mail queue'));
  lifecycle.add('mail queue', () => mailQueue.close());

  const vatQueue = openRowQueue(VAT_QUEUE, connection, (err) => log.warn({ err }, 'VAT queue'));
  lifecycle.add('VAT queue', () => vatQueue.close());

  const throttleRedis = openThrottleRedis(connection, (err) => log.warn({ err }, 'throttle'));
  lifecycle.add('throttle', () => throttleRedis?.disconnect());

  // Every request waits for this Redis, so its timeout is shorter: counting in this process alone for a while is better.
  const rateLimitRedis = openThrottleRedis(connection, (err) => log.warn({ err }, 'rate limits'), {
    timeoutMs: 250,
  });
  lifecycle.add('rate limits', () => rateLimitRedis?.disconnect());

  const { bus, modules: found } = await modules.connectModules(
    orExit(() => moduleSources(config)),
    {
      log,
      handlerTimeoutMs: config.MODULE_HANDLER_TIMEOUT_MS,
    },
  );
  lifecycle.add('modules', () => bus.settled());

  const testOutcomes = openTestOutcomes(databaseOptions(config, 'api').url, (err) =>
    log.warn({ err }, 'outcomes of test deliveries are not heard'),
  );
  lifecycle.add('test outcomes', () => testOutcomes.close());

  const options = servicesOptions(config);
  const services = createServices(
    { ...options, throttleRedis },
    {
      jobs: {
        enqueueDeliveries: queue.enqueue,
        enqueueTenant: queue.enqueueTenant,
        promoteDelivery: queue.promote,
        notifyPull: pull.notify,
        notifyLog: deliveryLog.notify,
        enqueueMails: mailQueue.enqueue,
        enqueueVatChecks: vatQueue.enqueue,
      },
      pullWaits,
      logWaits,
      modules: bus,
      testOutcomes,
    },
  );
  const system = createSystemContext({ database, services, log, requestId: 'start' });
  // Failure policy: without the database, the notices wait for the next start; the log has them already.
  await modules
    .reportDisabledModules(system, found)
    .catch((err) => log.error({ err }, 'disabled modules could not be reported'));
  if (config.NODE_ENV === 'production' && config.PAYMENT_PROVIDER === 'fake') {
    await payments
      .reportFakePayments(system)
      .catch((err) => log.error({ err }, 'fake payments could not be reported'));
  }

  const metrics = createMetrics();
  const turns = createFairScheduler();
  const { observeRequest } = measureApi(metrics, {
    database,
    replica,
    services,
    turns,
    isQueueUp: queue.isUp,
  });
  if (config.WEB_CONCURRENCY > 1) metrics.share();
  else if (config.METRICS_PORT)
    lifecycle.add('metrics', (await metrics.serve(config.METRICS_PORT, { host: config.METRICS_HOST })).close);

  const drain = createDrain();
  const app = createApp({
    database,
    replica,
    services,
    log,
    isQueueUp: queue.isUp,
    closed: schema.closed,
    drain,
    observeRequest,
    turns,
    rateLimits: rateLimits.createRateLimits({
      perMinute: config.RATE_LIMIT_PER_MINUTE,
      addressPerMinute: config.RATE_LIMIT_ADDRESS_PER_MINUTE,
      redis: rateLimitRedis,
    }),
    adminJwtSecrets: options.adminJwtSecrets,
    adminJwksUrl: config.ADMIN_JWT_JWKS_URL,
    adminJwtIssuer: options.adminJwtIssuer,
    adminJwtAudience: options.adminJwtAudience,
    setupToken: config.SETUP_TOKEN,
    trustedProxies: listOf(config.TRUSTED_PROXIES),
    consoleOrigins: options.consoleOrigins,
    demoShopUrl: config.NODE_ENV === 'production' ? undefined : config.DEMO_SHOP_URL,
  });
  const server = createHttpServer(app, {
    headersTimeoutMs: config.HTTP_HEADERS_TIMEOUT_MS,
    requestTimeoutMs: config.HTTP_REQUEST_TIMEOUT_MS,
    keepAliveTimeoutMs: config.HTTP_KEEP_ALIVE_TIMEOUT_MS,
  });
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(config.PORT, config.HOST, resolve),
  );
  // Half of the time, because the parts that close afterwards need some too.
  lifecycle.add('http', () => closeHttpServer(server, config.SHUTDOWN_TIMEOUT_MS / 2));
  // Closed before the server: a waiting claim would delay it.
  lifecycle.add('pull waits', () => pullWaits.close());
  lifecycle.add('log waits', () => logWaits.close());
  // At a pace they would take longer than the rest of the time.
  lifecycle.add('waiting requests', () => turns.close());

  // Before it reports that it is ready, because from then on a signal must find a listener.
  const stopped = stopSignal();
  log.info({ port: config.PORT }, 'ready');
  process.send?.({ ready: true });

  const { reason, exitCode } = await stopped;
  log.info({ reason }, 'stopping');
  await drain.begin(config.SHUTDOWN_DRAIN_MS);
  return (await lifecycle.close()) ? exitCode : 1;
}
