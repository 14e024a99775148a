import { webhooks } from '@service/core';
import {
  createStore,
  openTestPlatform,
  paymentSucceeded,
  type Receiver,
  SERVICE_ENV,
  type ServiceProcess,
  signProviderEvent,
  startReceiver,
  startServiceProcess,
  startTestRedis,
  type TestPlatform,
  type TestStore,
} from '@service/testing';
import type { Context } from 'mocha';
import { freePort } from '../free-port.ts';
import { ownDatabase } from '../scene.ts';

type RedisServer = NonNullable<Awaited<ReturnType<typeof startTestRedis>>>;

/** The real processes around a database and a Redis of their own, and one subscriber of `order.paid`. */
export interface Shop extends TestPlatform {
  redis: RedisServer;
  store: TestStore;
  receiver: Receiver;
  subscriptionId: string;
  startWorker(env?: Record<string, string>): Promise<ServiceProcess>;
  /** Starts the API; the answer sends it a payment callback and says the status. */
  startApi(): Promise<(event: object) => Promise<number>>;
  /** An order, and the provider's event that pays it. */
  payment(): Promise<object>;
}

/** Undefined, and the test is skipped, where there is no Redis; with CI=true that is a failure. */
export async function openShop(test: Context, wake?: (ids: readonly string[]) => void): Promise<Shop> {
  const redis = await startTestRedis();
  if (!redis) {
    if (process.env.CI === 'true') throw new Error('With CI=true the Redis tests may not be skipped');
    return test.skip() as never;
  }
  const databaseUrl = await ownDatabase('chaos');
  const platform = await openTestPlatform({ databaseUrl, ...(wake ? { wake } : {}) });
  const store = await createStore(platform.system);
  const receiver = await startReceiver();
  const { id: subscriptionId } = await webhooks.createSubscription(store.admin, {
    url: receiver.url,
    events: ['order.paid'],
  });

  const processes: ServiceProcess[] = [];
  async function start(app: 'api' | 'worker', env: Record<string, string>): Promise<ServiceProcess> {
    const started = await startServiceProcess(app, {
      ...SERVICE_ENV,
      DATABASE_URL: databaseUrl,
      REDIS_URL: redis?.url ?? '',
      ...env,
    });
    processes.push(started);
    return started;
  }

  return {
    ...platform,
    redis,
    store,
    receiver,
    subscriptionId,
    startWorker: (env = {}) => start('worker', env),
    async startApi() {
      const port = await freePort();
      await start('api', { PORT: String(port), HOST: '127.0.0.1' });
      return (event) => callBack(`http://127.0.0.1:${port}/webhooks/payment`, event);
    },
    payment: async () => paymentSucceeded(await store.order()),
    async close() {
      await Promise.all(processes.map((each) => each.kill()));
      await receiver.close();
      await redis.stop();
      await platform.close();
    },
  };
}

async function callBack(url: string, event: object): Promise<number> {
  const payload = JSON.stringify(event);
  const headers = { 'content-type': 'application/json', 'payment-signature': signProviderEvent(payload) };
  const response = await fetch(url, { method: 'POST', headers, body: payload });
  await response.arrayBuffer();
  return response.status;
}
