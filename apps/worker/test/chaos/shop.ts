import { webhooks } from '@service/core';
import {
  createMigratedDatabase,
  createStore,
  freePort,
  openTestEnv,
  paymentSucceeded,
  type Receiver,
  SERVICE_ENV,
  type ServiceProcess,
  signProviderEvent,
  startReceiver,
  startServiceProcess,
  startTestRedis,
  type TestEnv,
  type TestStore,
  until,
} from '@service/testing';
import type { Context } from 'mocha';

type RedisServer = NonNullable<Awaited<ReturnType<typeof startTestRedis>>>;

/** The real processes around a database and a Redis of their own, and one subscriber of `order.paid`. */
export interface Shop extends TestEnv {
  databaseUrl: string;
  redis: RedisServer;
  store: TestStore;
  receiver: Receiver;
  subscriptionId: string;
  startWorker(env?: Record<string, string>, program?: string): Promise<WorkerProcess>;
  /** Starts the API; the answer sends it a payment callback and says the status. */
  startApi(env?: Record<string, string>, program?: string): Promise<CallBack>;
  /** Closed with the shop. */
  closing: (() => Promise<void>)[];
  /** An order, and the provider's event that pays it. */
  payment(): Promise<object>;
}

/** A worker, and what it tells of itself. */
export interface WorkerProcess extends ServiceProcess {
  isWell(): Promise<boolean>;
  /** How many deliveries only its poll found. */
  foundByPoll(): Promise<number>;
}

/** Sends the API a payment callback and answers the status; rejects when the API dies meanwhile. */
export type CallBack = ((event: object) => Promise<number>) & {
  url: string;
} & ServiceProcess;

/** Undefined, and the test is skipped, where there is no Redis. */
export async function openShop(test: Context, options: { databaseUrl?: string } = {}): Promise<Shop> {
  const redis = await startTestRedis();
  if (!redis) {
    test.skipReason = 'there is no Redis';
    return test.skip() as never;
  }
  const databaseUrl = options.databaseUrl ?? (await createMigratedDatabase('chaos'));
  const env = await openTestEnv({ databaseUrl });
  const store = await createStore(env.system);
  const receiver = await startReceiver();
  const { id: subscriptionId } = await webhooks.createSubscription(store.admin, {
    url: receiver.url,
    events: ['order.paid'],
  });

  const closing: Shop['closing'] = [];
  const processes: ServiceProcess[] = [];
  async function start(
    app: 'api' | 'worker',
    env: Record<string, string>,
    program?: string,
  ): Promise<ServiceProcess> {
    const settings = { ...SERVICE_ENV, DATABASE_URL: databaseUrl, REDIS_URL: redis?.url ?? '', ...env };
    const started = await startServiceProcess(app, settings, program);
    processes.push(started);
    return started;
  }

  return {
    ...env,
    databaseUrl,
    redis,
    store,
    receiver,
    subscriptionId,
    closing,
    async startWorker(env = {}, program) {
      const port = await freePort();
      const worker = await start('worker', { METRICS_PORT: String(port), ...env }, program);
      const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
      return {
        ...worker,
        isWell: async () => (await ask('/health')).status === 200,
        foundByPoll: async () => readFound(await (await ask('/metrics')).text()),
      };
    },
    async startApi(env = {}, program) {
      const port = await freePort();
      const api = await start('api', { PORT: String(port), HOST: '127.0.0.1', ...env }, program);
      const url = `http://127.0.0.1:${port}`;
      const send = (event: object) => callBack(`${url}/webhooks/payment`, event);
      return Object.assign(send, api, { url });
    },
    payment: async () => paymentSucceeded(await store.order()),
    async close() {
      await Promise.all(processes.map((each) => each.kill()));
      for (const close of closing) await close();
      await receiver.close();
      await redis.stop();
      await env.close();
    },
  };
}

function readFound(metrics: string): number {
  return Number(/^commerce_webhook_found_by_poll_total (\S+)$/m.exec(metrics)?.[1]);
}

/**
 * Resolves after a round of `work` of which no worker's poll found anything: the queue alone carries everything again. What
 * the fault left may come before that.
 */
export async function untilSteady(
  workers: readonly WorkerProcess[],
  work: () => Promise<unknown>,
): Promise<void> {
  const found = async () => {
    const counts = await Promise.all(workers.map((worker) => worker.foundByPoll()));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const isSteady = async () => {
    const before = await found();
    await work();
    return (await found()) === before;
  };
  await until(isSteady, 'a round without the poll');
}

/** A subscriber of another store. */
export async function anotherReceiver({ closing }: Pick<Shop, 'closing'>): Promise<Receiver> {
  const receiver = await startReceiver();
  closing.push(receiver.close);
  return receiver;
}

/** A lease of a few seconds, so that a test needn't wait for the usual half minute, and a poll that comes often. */
export const SHORT_LEASE = {
  WEBHOOK_DELIVERY_TIMEOUT_MS: '2500',
  WEBHOOK_LEASE_MARGIN_MS: '500',
  WEBHOOK_POLL_INTERVAL_MS: '200',
  JOB_POLL_INTERVAL_MS: '200',
  // A machine that is too busy to answer in time costs a second and not a minute.
  WEBHOOK_RETRY_DELAYS: '1s,1s,1s,1s,1s,1s',
};

/** The usual lease, which no busy machine outlasts: where nobody is killed, nothing may be sent twice. */
export const USUAL_LEASE = {
  WEBHOOK_POLL_INTERVAL_MS: '200',
  JOB_POLL_INTERVAL_MS: '200',
  WEBHOOK_RETRY_DELAYS: '1s,1s,1s,1s,1s,1s',
};

async function callBack(url: string, event: object): Promise<number> {
  const payload = JSON.stringify(event);
  const headers = { 'content-type': 'application/json', 'payment-signature': signProviderEvent(payload) };
  const response = await fetch(url, { method: 'POST', headers, body: payload });
  await response.arrayBuffer();
  return response.status;
}
