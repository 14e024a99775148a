import {
  createMigratedDatabase,
  createStore,
  freePort,
  openTestEnv,
  ROOT,
  SERVICE_ENV,
  type ServiceProcess,
  startServiceProcess,
  TEST_SETTINGS,
  type TestEnv,
  until,
} from '@service/testing';
import { expect } from 'chai';
import { type Credentials, HOSTILE_SHAPES, ORDINARY_SHAPES } from './hostile-shapes.ts';
import { sendRaw } from './raw-request.ts';

/** Of hostile requests and of ordinary ones. */
const REQUESTS = Number(process.env.HOSTILE_REQUESTS ?? 1000);
const AT_ONCE = 8;

/** More than what is still being compiled and cached after a thousand requests, and far less than a body for each. */
const ALLOWED_BYTES = 2 * 1024 * 1024;

/** Ten times what the slowest hostile request takes on a busy machine; what froze the API took seconds. */
const ALLOWED_DELAY_MS = 2000;

interface Kept {
  bytes: number;
  /** Of those. */
  heapUsed: number;
  longestDelayMs: number;
}

describe('an API in a process of its own', () => {
  let env: TestEnv;
  let api: ServiceProcess;
  let port: number;
  let credentials: Credentials;

  before(async () => {
    const databaseUrl = await createMigratedDatabase('hostile');
    env = await openTestEnv({ databaseUrl });
    port = await freePort();
    const nodeArgs = ['--expose-gc', '--require', `${ROOT}packages/testing/bin/watch-memory.cjs`];
    const settings = {
      ...SERVICE_ENV,
      ...{ PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'fatal' },
      ...{ DATABASE_URL: databaseUrl, QUEUE_BACKEND: 'postgres' },
    };
    api = await startServiceProcess('api', settings, undefined, nodeArgs);
    const { token, publishableKey } = await createStore(env.system);
    credentials = { token: token(), publishableKey, paymentSecret: TEST_SETTINGS.paymentWebhookSecret };
  });

  after(async () => {
    await api?.stop();
    await env?.close();
  });

  let asked = 0;
  /** What it keeps now, and how long its event loop was held up since the last time. */
  async function ask(): Promise<Kept> {
    process.kill(api.pid, 'SIGUSR2');
    asked += 1;
    const responses = () => [...api.output().matchAll(/^kept (\{.*\})$/gm)];
    await until(() => responses().length >= asked, 'what is kept');
    return JSON.parse(responses()[asked - 1]?.[1] ?? '');
  }

  let sent = 0;
  /** Sends the shapes in turn; returns the statuses of the responses, by shape. */
  async function send(shapes: typeof HOSTILE_SHAPES): Promise<Map<string, Set<string>>> {
    const kinds = Object.entries(shapes);
    const statuses = new Map(kinds.map(([name]) => [name, new Set<string>()]));
    let left = REQUESTS;
    const client = async () => {
      while (left > 0) {
        left -= 1;
        sent += 1;
        const [name, shape] = kinds[left % kinds.length] as (typeof kinds)[number];
        statuses.get(name)?.add(await sendRaw(port, shape(sent, credentials)));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, client));
    return statuses;
  }

  it(`keeps no more after ${REQUESTS} hostile requests than after ordinary ones, and goes on`, async function () {
    this.timeout(Math.max(600_000, REQUESTS * 1000));
    const statuses = [...(await send(ORDINARY_SHAPES)), ...(await send(HOSTILE_SHAPES))];
    const start = await ask();

    await send(ORDINARY_SHAPES);
    const ordinary = await ask();
    await send(HOSTILE_SHAPES);
    const hostile = await ask();

    console.log(JSON.stringify({ start, ordinary, hostile }));
    const faults = statuses.filter(([, seen]) => [...seen].some((status) => status.startsWith('5')));
    expect(faults.map(([name]) => name)).to.deep.equal([]);
    expect(hostile.bytes - ordinary.bytes).to.be.below(ordinary.bytes - start.bytes + ALLOWED_BYTES);
    expect(hostile.longestDelayMs).to.be.below(ALLOWED_DELAY_MS);
  });
});
