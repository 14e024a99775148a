import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inTransaction, webhooks } from '@service/core';
import { openDeliveryQueue } from '@service/delivery/enqueue';
import type { QueueConnection } from '@service/jobs';
import {
  createMigratedDatabase,
  createStore,
  openTestEnv,
  type Receiver,
  type ServiceProcess,
  startReceiver,
  startServiceProcess,
  startTestRedis,
  TEST_SETTINGS,
  type TestEnv,
  type TestStore,
  useFixture,
} from '@service/testing';
import { createApp } from '../../../src/app.ts';
import { type Answer, createClient } from '../../client.ts';

/** The API on a port, with a database, a queue and, once it's asked for, a worker process of its own. */
export interface WebhookScene extends TestEnv {
  /** Where the API listens. */
  url: string;
  /** The store that `call`, `subscribe` and `recordPaid` act in. */
  store: TestStore;
  /** Goes on in a fresh store, where nobody else listens. */
  moveToNewStore(): Promise<void>;
  receiver: Receiver;
  databaseUrl: string;
  /** As an operator of the store; another token may be given. */
  call(method: string, path: string, body?: object, token?: string): Promise<Answer>;
  /** A subscription to the receiver. */
  subscribe(input?: object): Promise<{ id: string; secret: string }>;
  /** Records `order.paid` for orders that nobody placed. */
  recordPaid(...orderIds: string[]): Promise<void>;
  startWorker(env?: Record<string, string>): Promise<ServiceProcess>;
}

export async function openWebhookScene(): Promise<WebhookScene> {
  const databaseUrl = await createMigratedDatabase('webhooks');
  const redis = await startTestRedis();
  const connection: QueueConnection = redis
    ? { kind: 'redis', url: redis.url }
    : { kind: 'postgres', url: databaseUrl };
  const queue = openDeliveryQueue(connection, () => {});
  const env = await openTestEnv({
    databaseUrl,
    enqueueDeliveries: queue.enqueue,
    enqueueTenant: queue.enqueueTenant,
    promoteDelivery: queue.promote,
  });
  let store = await createStore(env.system);
  const receiver = await startReceiver();
  const workers: ServiceProcess[] = [];

  const app = createApp({ ...env, ...TEST_SETTINGS, isQueueUp: queue.isUp });
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const url = `http://127.0.0.1:${port}`;
  const request = createClient(url);
  const call = (method: string, path: string, body?: object, token = store.token()): Promise<Answer> =>
    request(method, path, { token, ...(body ? { body } : {}) });

  return {
    ...env,
    url,
    get store() {
      return store;
    },
    async moveToNewStore() {
      store = await createStore(env.system);
    },
    receiver,
    databaseUrl,
    call,
    async subscribe(input = {}) {
      const { status, body } = await call('POST', '/admin/v1/webhooks/subscriptions', {
        url: receiver.url,
        events: ['order.paid'],
        ...input,
      });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body;
    },
    recordPaid: (...orderIds) =>
      inTransaction(store.admin, async (tx) => {
        for (const orderId of orderIds)
          await webhooks.recordEvent(tx, 'order.paid', {
            orderId,
            status: 'paid',
            previousStatus: 'pending',
          });
      }),
    async startWorker(env = {}) {
      const worker = await startServiceProcess('worker', {
        DATABASE_URL: databaseUrl,
        ...(connection.kind === 'redis' ? { REDIS_URL: connection.url } : { QUEUE_BACKEND: 'postgres' }),
        SECRETS_KEY: TEST_SETTINGS.secretsKeys.join(','),
        WEBHOOK_ALLOW_INSECURE: 'true',
        WEBHOOK_ALLOWED_PRIVATE_CIDRS: TEST_SETTINGS.allowedPrivateCidrs.join(','),
        LOG_LEVEL: 'warn',
        ...env,
      });
      workers.push(worker);
      return worker;
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.kill()));
      await new Promise((resolve) => server.close(resolve));
      await receiver.close();
      await queue.close();
      await env.close();
      await redis?.stop();
    },
  };
}

/** The same for the tests of a `describe`. */
export function useWebhookScene(): WebhookScene {
  return useFixture(openWebhookScene, { close: (scene) => scene.close() });
}
