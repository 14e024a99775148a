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
  apiUrl: string;
  url: string;
}

/** A store in a database of its own, its API as a process, and its shop, for all tests of a `describe`. */
export function useShop(
  database: string,
  settingsOf: (apiPort: number) => Promise<Record<string, string>> = async () => ({}),
): TestShop {
  const shop = {} as TestShop;
  const closers: (() => Promise<unknown>)[] = [];

  before(async () => {
    const databaseUrl = await createMigratedDatabase(database);
    shop.env = await openTestEnv({ databaseUrl });
    closers.push(() => shop.env.close());
    shop.store = await createStore(shop.env.system);
    const port = await freePort();
    const api = await startServiceProcess('api', {
      ...SERVICE_ENV,
      LOG_LEVEL: 'warn',
      DATABASE_URL: databaseUrl,
      QUEUE_BACKEND: 'postgres',
      PORT: String(port),
      ...(await settingsOf(port)),
    });
    closers.push(() => api.stop());
    // By another name than browsers may know, as under `npm start`.
    shop.apiUrl = `http://localhost:${port}`;
    const { url, close } = await openShop({
      apiUrl: shop.apiUrl,
      publishableKey: shop.store.publishableKey,
    });
    closers.push(close);
    shop.url = url;
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
