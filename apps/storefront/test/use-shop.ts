import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import {
  createMigratedDatabase,
  createStore,
  freePort,
  openTestEnv,
  SERVICE_ENV,
  startServiceProcess,
  type TestEnv,
  type TestStore,
} from '@service/testing';
import { createApp, type StorefrontOptions } from '../src/app.ts';

/** Set before the first test of its `describe`. */
export interface TestShop {
  env: TestEnv;
  store: TestStore;
  /** The API, by another name than browsers know, as under `npm start`. */
  apiUrl: string;
  /** The API, as browsers know it. */
  publicUrl: string;
  url: string;
}

interface ShopOptions {
  place?: Parameters<typeof createStore>[1];
  /** Further settings of the processes. */
  settings?: (at: Pick<TestShop, 'publicUrl' | 'url'>) => Promise<Record<string, string>>;
  hasWorker?: boolean;
}

/** A store in a database of its own, its processes and its shop, for all tests of a `describe`. */
export function useShop(
  database: string,
  { place, settings = async () => ({}), hasWorker = false }: ShopOptions = {},
): TestShop {
  const shop = {} as TestShop;
  const closers: (() => Promise<unknown>)[] = [];

  before(async () => {
    const databaseUrl = await createMigratedDatabase(database);
    shop.env = await openTestEnv({ databaseUrl });
    closers.push(() => shop.env.close());
    shop.store = await createStore(shop.env.system, place);
    const [port, shopPort] = [await freePort(), await freePort()];
    shop.apiUrl = `http://localhost:${port}`;
    shop.publicUrl = `http://127.0.0.1:${port}`;
    shop.url = `http://127.0.0.1:${shopPort}`;
    const env = {
      ...SERVICE_ENV,
      LOG_LEVEL: 'warn',
      DATABASE_URL: databaseUrl,
      QUEUE_BACKEND: 'postgres',
      PORT: String(port),
      ...(await settings(shop)),
    };
    const start = async (app: 'api' | 'worker') => {
      const { stop } = await startServiceProcess(app, env);
      closers.push(stop);
    };
    await Promise.all([start('api'), hasWorker && start('worker')]);
    const { apiUrl, store } = shop;
    closers.push((await openShop({ apiUrl, publishableKey: store.publishableKey }, shopPort)).close);
  });

  after(async () => {
    for (const close of closers.reverse()) await close();
  });

  return shop;
}

/** The shop on a port of loopback, a free one where none is given. */
export async function openShop(options: StorefrontOptions, port = 0) {
  const server = createApp(options).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
