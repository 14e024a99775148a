import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import pg from 'pg';
import { programOf, ROOT } from '../../testing/src/bundle.ts';
import { logIn } from '../src/demo/shop.ts';
import { tellStory } from '../src/demo/story.ts';
import { findTarget, type Target } from '../src/demo/target.ts';
import { freePort } from '../src/index.ts';
import { openSecrets, withRuntimeLogin } from '../src/secrets.ts';
import { serviceEnv } from '../src/service-env.ts';
import { type ServiceProcess, startService } from '../src/service-process.ts';

const DEMO = { adminEmail: 'a@b.example', adminPassword: 'a long enough password', publishableKey: 'pk_1' };

describe('the demo', () => {
  let dataDir: string;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'commerce-demo-'));
  });

  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('says how to start the service when nothing runs', async () => {
    const refusal = await findTarget(dataDir, {}).catch((error: Error) => error);

    expect(refusal).to.be.instanceOf(Error).with.property('message').that.includes('npm start');
  });

  it('says so when the service that was noted does not answer any more', async () => {
    const apiUrl = `http://127.0.0.1:${await freePort()}`;
    await writeFile(join(dataDir, 'running.json'), JSON.stringify({ apiUrl, demo: DEMO }));

    const refusal = await findTarget(dataDir, {}).catch((error: Error) => error);

    expect(refusal).to.be.instanceOf(Error).with.property('message').that.includes('does not answer');
  });

  it('lets the environment name another service than the noted one', async () => {
    const server = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await writeFile(
      join(dataDir, 'running.json'),
      JSON.stringify({ apiUrl: 'http://noted.invalid', demo: DEMO }),
    );

    const target = await findTarget(dataDir, { BASE_URL: `${apiUrl}/`, PUBLISHABLE_KEY: 'pk_2' });
    server.close();

    expect(target).to.include({ ...DEMO, apiUrl, publishableKey: 'pk_2' });
  });

  describe('of a store that `npm start` makes', () => {
    let folder: string;
    let service: Awaited<ReturnType<typeof startShop>>;

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'commerce-demo-'));
      service = await startShop(folder);
    });

    after(async () => {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    });

    it('has a subscriber with deliveries of thirty days, most of them at the first attempt', async () => {
      const admin = await logIn(service.target);
      const subscribers = await admin<{ id: string; description: string }[]>(
        'GET /admin/v1/webhooks/subscriptions',
      );
      const { id } = subscribers.find(({ description }) => description === 'Accounting') ?? { id: '' };

      const { series, total } = await admin<{
        series: { attempts: number }[];
        total: { attempts: number; succeeded: number };
      }>(`GET /admin/v1/webhooks/metrics?interval=day&subscriptionId=${id}`);

      expect(series.filter(({ attempts }) => attempts > 0).length).to.be.above(15);
      expect(total.succeeded / total.attempts).to.be.above(0.85);
    });

    it('tells its story twice, and leaves neither a subscription nor a product behind', async () => {
      const admin = await logIn(service.target);
      const count = async () => {
        const products = await admin<{ total: number }>('GET /admin/v1/products');
        const subscriptions = await admin<unknown[]>('GET /admin/v1/webhooks/subscriptions');
        return [products.total, subscriptions.length];
      };
      const before = await count();
      const lines: string[] = [];
      const story = {
        target: service.target,
        print: (line: string) => lines.push(line),
        stopping: new AbortController().signal,
      };

      await tellStory(story);
      await tellStory(story);

      const told = lines.join('\n');
      expect(told).to.match(/✓ accepted: order\.paid/);
      expect(told).to.match(/refused after one bit was changed: signature_mismatch/);
      expect(told).to.match(/status +failed\n +attempts +1\n +responseCode +500\n/);
      expect(told).to.match(/status +delivered\n +attempts +2\n +responseCode +200\n/);
      expect(told.match(/The product, the subscription and its delivery log are deleted/g)).to.have.length(2);
      expect(await count()).to.deep.equal(before);
    });
  });
});

/** The real processes, on a database of their own, with the demo store in it. */
async function startShop(dataDir: string): Promise<{ target: Target; stop: () => Promise<void> }> {
  const port = await freePort();
  const redisUrl = process.env.TEST_REDIS_URL;
  const stack = {
    databaseUrl: await emptyDatabase(),
    // As a PostgreSQL that `npm start` has started: API and worker get a login of their own.
    databaseEnded: new Promise<string>(() => {}),
    queue: redisUrl ? ({ kind: 'redis', redisUrl } as const) : ({ kind: 'postgres' } as const),
  };
  const secrets = await openSecrets(dataDir);
  const env = {
    ...serviceEnv({ PATH: process.env.PATH }, withRuntimeLogin(stack, secrets), dataDir, secrets),
    PORT: String(port),
  };

  const { stdout } = await promisify(execFile)(process.execPath, [await programOf('cli'), 'prepare-demo'], {
    cwd: ROOT,
    // Nothing listens there: what is sent now isn't what the store has behind it.
    env: { ...env, DEMO_RECEIVER_URL: 'http://127.0.0.1:9', DEMO_STOREFRONT_URL: 'http://127.0.0.1:9' },
  });
  const demo = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  const start = async (name: 'api' | 'worker'): Promise<ServiceProcess> => {
    const logFile = join(dataDir, `${name}.log`);
    const script = await programOf(name);
    return startService({ name, script, env, cwd: ROOT, logFile, onError: () => {} });
  };
  const services = [await start('api'), await start('worker')];
  await Promise.all(
    services.map(({ ready, ended, tail }) => Promise.race([ready, ended.then(() => fail(tail()))])),
  );

  const apiUrl = `http://127.0.0.1:${port}`;
  await writeFile(
    join(dataDir, 'running.json'),
    JSON.stringify({ apiUrl, demo, paymentWebhookSecret: secrets.PAYMENT_WEBHOOK_SECRET }),
  );
  return {
    target: await findTarget(dataDir, {}),
    stop: async () => {
      await Promise.all(services.map((service) => service.stop(10_000)));
    },
  };
}

async function emptyDatabase(): Promise<string> {
  const url = new URL(process.env.TEST_DATABASE_URL ?? fail('Run this with `npm test`.'));
  const client = new pg.Client({ connectionString: url.href });
  const name = `demo_${process.pid}_${Date.now()}`;
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  url.pathname = `/${name}`;
  return url.href;
}

function fail(message: string): never {
  throw new Error(message);
}
