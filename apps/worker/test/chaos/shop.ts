import { webhooks } from '@service/core';
import {
  createStore,
  openTestPlatform,
  paymentSucceeded,
  type Receiver,
  type ServiceProcess,
  signProviderEvent,
  startReceiver,
  startServiceProcess,
  startTestRedis,
  TEST_SETTINGS,
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
      ...SETTINGS,
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

/** The settings of the tests, as the processes read them. No poll comes by itself unless a test asks for it. */
const SETTINGS = {
  LOG_LEVEL: 'info',
  ADMIN_JWT_SECRET: TEST_SETTINGS.adminJwtSecrets.join(','),
  SETUP_TOKEN: TEST_SETTINGS.setupToken,
  SECRETS_KEY: TEST_SETTINGS.secretsKeys.join(','),
  PAYMENT_WEBHOOK_SECRET: TEST_SETTINGS.paymentWebhookSecret,
  WEBHOOK_ALLOW_INSECURE: 'true',
  WEBHOOK_ALLOWED_PRIVATE_CIDRS: TEST_SETTINGS.allowedPrivateCidrs.join(','),
  WEBHOOK_POLL_INTERVAL_MS: '3600000',
};

async function callBack(url: string, event: object): Promise<number> {
  const payload = JSON.stringify(event);
  const headers = { 'content-type': 'application/json', 'payment-signature': signProviderEvent(payload) };
  const response = await fetch(url, { method: 'POST', headers, body: payload });
  await response.arrayBuffer();
  return response.status;
}
