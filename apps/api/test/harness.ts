import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServicesOptions } from '@service/core';
import {
  createStore,
  openTestEnv,
  TEST_SETTINGS,
  type TestEnv,
  type TestStore,
  useFixture,
} from '@service/testing';
import { type AppDependencies, createApp } from '../src/app.ts';
import { createHttpServer, type HttpServerOptions } from '../src/http/http-server.ts';
import { assertNone, createResponseCheck } from './check-response.ts';
import { createClient, type Request } from './client.ts';

/** Settings of the API alone. */
type Setting =
  | 'adminJwtIssuer'
  | 'adminJwtAudience'
  | 'adminJwksUrl'
  | 'consoleOrigins'
  | 'demoShopUrl'
  | 'drain'
  | 'furtherRoutes'
  | 'keepSuspensionsMs'
  | 'log'
  | 'observeRequest'
  | 'rateLimits'
  | 'replica'
  | 'tick'
  | 'trustedProxies'
  | 'turns';

/** An idle connection stays open: a client that is held up would send on one that ends meanwhile. */
const TIMEOUTS: HttpServerOptions = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 60_000,
  keepAliveTimeoutMs: 600_000,
};

interface ApiOptions {
  settings?: Partial<ServicesOptions & Pick<AppDependencies, Setting>>;
  now?: () => Date;
  modules?: TestEnv['services']['modules'];
  databaseUrl?: string;
  isQueueUp?: () => Promise<boolean>;
  timeouts?: HttpServerOptions;
}

export interface TestApi {
  url: string;
  server: Server;
  request: Request;
  /** The same domain and database without HTTP: for arranging, and for looking. */
  env: TestEnv;
  close(): Promise<void>;
}

/** The API as it is, on a free port of loopback and the database of the test run. */
export async function startApi({
  settings,
  isQueueUp,
  timeouts,
  ...options
}: ApiOptions = {}): Promise<TestApi> {
  const env = await openTestEnv({ ...options, ...(settings ? { settings } : {}) });
  const { checkResponse, breaches } = createResponseCheck();
  const app = createApp({
    ...TEST_SETTINGS,
    // Read once: a reading in between would be counted among the statements of a request.
    keepSuspensionsMs: 3_600_000,
    ...settings,
    database: env.database,
    services: env.services,
    log: settings?.log ?? env.log,
    isQueueUp: isQueueUp ?? (async () => true),
    checkResponse,
    ...(options.now ? { now: options.now } : {}),
  });
  const server = createHttpServer(app, timeouts ?? TIMEOUTS);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    server,
    request: createClient(url, breaches),
    env,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await env.close();
      // Also those that were asked for without `request`.
      assertNone(breaches);
    },
  };
}

/** An API for the tests of a `describe`. Options that are made by an earlier hook are given by a function. */
export function useApi(options: ApiOptions | (() => ApiOptions | Promise<ApiOptions>) = {}): TestApi {
  const start = async () => startApi(typeof options === 'function' ? await options() : options);
  return useFixture(start, { close: (api) => api.close() });
}

/** A fresh store for the tests of a `describe`. */
export function useStore(api: TestApi): TestStore {
  return useFixture(() => createStore(api.env.system));
}

/** A fresh store for each of them. */
export function useStoreOfEach(api: TestApi): TestStore {
  return useFixture(() => createStore(api.env.system), { each: true });
}
