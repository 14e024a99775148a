import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { loadConfig } from '@service/config';
import { backup } from '@service/db';
import {
  buildRelease,
  createDatabase,
  createMigratedDatabase,
  createStore,
  freePort,
  openTestEnv,
  type Programs,
  paymentSucceeded,
  queryAsOwner,
  runCommand,
  runtimeUrlOf,
  SERVICE_ENV,
  type ServiceProcess,
  signProviderEvent,
  startReceiver,
  startServiceProcess,
  type TestStore,
  until,
} from '@service/testing';
import { expect } from 'chai';
import { migrateAll } from '../src/migrate-all.ts';

const REWRITE = '20990101000000_rewrite';
const SECOND = '20990101000001_second';
/** What the rewrite changes: products, and what is kept of them for lists and for search. */
const REWRITTEN = { products: undefined, product_listings: undefined, product_search: undefined };

/** An API or a worker that is well, and nothing else; it ends with who started it. */
const HEALTHY = `
  import { createServer } from 'node:http';
  createServer((_, response) => response.end('{}')).listen(process.env.METRICS_PORT || process.env.PORT, '127.0.0.1');
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || process.exit(1), 500);
  process.once('SIGTERM', () => process.exit(0));`;

/** Version 2.0.0 of the service, whose first migration rewrites a table. */
async function buildNext(dir: string, name: string, second: string): Promise<Programs> {
  const prismaDir = join(dir, name);
  cpSync(new URL('../../../prisma', import.meta.url), prismaDir, { recursive: true });
  const write = (migration: string, sql: string) => {
    mkdirSync(join(prismaDir, 'migrations', migration));
    writeFileSync(join(prismaDir, 'migrations', migration, 'migration.sql'), sql);
  };
  write(
    REWRITE,
    `ALTER TABLE products ADD COLUMN rewritten text; UPDATE products SET rewritten = upper(title), title = title || '!';`,
  );
  write(SECOND, second);
  return buildRelease({ version: '2.0.0', prismaDir });
}

describe('commerce upgrade', () => {
  let dir: string;
  let next: Programs;
  let broken: Programs;
  let unhealthy: Programs;
  /** The same as `next` to the database, with processes that start at once. */
  let quick: Programs;

  before(async () => {
    dir = mkdtempSync(join(tmpdir(), 'commerce-upgrade-'));
    next = await buildNext(dir, 'next', 'CREATE INDEX products_rewritten_idx ON products (rewritten);');
    quick = await buildNext(dir, 'quick', 'CREATE INDEX products_rewritten_idx ON products (rewritten);');
    for (const app of ['api', 'worker'] as const) writeFileSync(quick[app], HEALTHY);
    unhealthy = await buildNext(dir, 'unhealthy', 'SELECT 1;');
    writeFileSync(unhealthy.api, "console.error('no API today'); process.exit(1);");
    broken = await buildNext(dir, 'broken', 'DELETE FROM variants; SELECT 1 / 0;');
  });

  after(() => rmSync(dir, { recursive: true }));

  interface Deployment {
    databaseUrl: string;
    env: Record<string, string>;
    backupFile: string;
  }

  const deploymentOf = (databaseUrl: string): Deployment => ({
    databaseUrl,
    backupFile: join(dir, `${new URL(databaseUrl).pathname.slice(1)}.backup`),
    env: {
      ...SERVICE_ENV,
      DATABASE_URL: databaseUrl,
      DATABASE_RUNTIME_URL: runtimeUrlOf(databaseUrl),
      QUEUE_BACKEND: 'postgres',
      WEBHOOK_POLL_INTERVAL_MS: '300',
    },
  });

  /** A database of this version with a store in it. */
  async function openDeployment(): Promise<Deployment & { store: TestStore; close(): Promise<void> }> {
    const databaseUrl = await createMigratedDatabase('upgrade');
    const domain = await openTestEnv({ databaseUrl });
    const store = await createStore(domain.system);
    await store.variant();
    await store.order();
    const deployment = deploymentOf(databaseUrl);
    // Makes the queue's tables.
    await runCommand(['migrate'], deployment.env);
    return { ...deployment, store, close: () => domain.close() };
  }

  let original: Promise<{ name: string; before: Awaited<ReturnType<typeof contents>> }> | undefined;

  /** The same, which nobody is connected to, and what is in it: copies of one that is made once. */
  async function copyDeployment(): Promise<Deployment & { before: Awaited<ReturnType<typeof contents>> }> {
    original ??= (async () => {
      const { databaseUrl, close } = await openDeployment();
      await close();
      return { name: new URL(databaseUrl).pathname.slice(1), before: await contents(databaseUrl) };
    })();
    const { name, before } = await original;
    const deployment = deploymentOf(await createDatabase('upgrade', `TEMPLATE ${name}`));
    await migrateAll(loadConfig({ NODE_ENV: 'test', ...deployment.env }));
    return { ...deployment, before };
  }

  /** Runs the upgrade to its end, or kills it when it says `killAt`. */
  async function upgrade({ env, backupFile }: Deployment, programs: Programs, killAt?: RegExp) {
    const child: ChildProcess = spawn(
      process.execPath,
      [programs.cli, 'upgrade', '--yes', '--backup', backupFile],
      {
        env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test', ...env },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (killAt?.test(said)) child.kill('SIGKILL');
    });
    await once(child, 'close');
    return { code: child.exitCode, said };
  }

  async function contents(
    databaseUrl: string,
  ): Promise<Record<string, { rows: number; hash: string } | undefined>> {
    const sink = new PassThrough().resume();
    const { tables } = await backup(databaseUrl, sink, { dir: join(dir, 'next', 'migrations') });
    // Not the queue, which has its own; not the records of when it was migrated.
    return { ...tables, _prisma_migrations: undefined, _commerce_versions: undefined };
  }

  const versionOf = async (databaseUrl: string) => {
    const rows = await queryAsOwner<{ version: string }>(
      'SELECT version FROM _commerce_versions ORDER BY 1',
      [],
      databaseUrl,
    );
    return rows.at(-1)?.version;
  };
  const maintenance = (databaseUrl: string) =>
    queryAsOwner('SELECT step FROM _commerce_maintenance', [], databaseUrl);

  it('brings a running 1.0.0 to 2.0.0 under traffic: requests get 503 with Retry-After, no delivery is lost', async () => {
    const deployment = await openDeployment();
    const { databaseUrl, store, env } = deployment;
    const receiver = await startReceiver();
    const [port, metricsPort] = [await freePort(), await freePort()];
    const processes: ServiceProcess[] = [
      await startServiceProcess('api', { ...env, PORT: String(port) }),
      await startServiceProcess('worker', { ...env, METRICS_PORT: String(metricsPort) }),
    ];
    const call = (path: string, init: RequestInit = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        ...init,
        headers: {
          authorization: `Bearer ${store.token()}`,
          'content-type': 'application/json',
          ...init.headers,
        },
      });
    const post = (path: string, body: object) => call(path, { method: 'POST', body: JSON.stringify(body) });
    await post('/admin/v1/webhooks/subscriptions', { url: receiver.url, events: ['product.created'] });
    const created: string[] = [];
    const refused: Response[] = [];
    let isOver = false;
    const traffic = (async () => {
      while (!isOver && refused.length < 50) {
        const response = await post('/admin/v1/products', { title: `Product ${created.length}` });
        if (response.status === 201) created.push(((await response.json()) as { id: string }).id);
        else refused.push(response);
      }
    })();
    await until(() => created.length > 5, 'the first products');

    const callback = JSON.stringify(paymentSucceeded(randomUUID()));
    const running = upgrade(deployment, next);
    await until(() => refused.length > 0, 'a refusal');
    const signed = { 'payment-signature': signProviderEvent(callback) };
    const paid = await call('/webhooks/payment', { method: 'POST', body: callback, headers: signed });
    const health = await call('/health');
    const { code, said } = await running;
    await until(async () => (await call('/health')).status === 503, 'the old API to notice');
    isOver = true;
    await traffic;
    const old = (await (await call('/health')).json()) as { detail: string };
    const ofWorker = () => fetch(`http://127.0.0.1:${metricsPort}/health`);
    await until(async () => (await ofWorker()).status === 503, 'the old worker to notice');
    const stuck = (await (await ofWorker()).json()) as { failing: string[]; reasons: string[] };
    await Promise.all(processes.map((each) => each.stop()));
    const worker = await startServiceProcess('worker', env, next.worker);
    const delivered = () => new Set(receiver.envelopes().map(({ data }) => data.productId));
    await until(() => delivered().size >= created.length, 'every delivery');

    expect(code, said).to.equal(0);
    for (const response of refused) {
      expect(response.status).to.equal(503);
      expect(response.headers.get('retry-after')).to.match(/^\d+$/);
    }
    expect(paid.status).to.equal(503);
    expect(paid.headers.get('retry-after')).to.match(/^\d+$/);
    expect(((await health.json()) as { status: string }).status).to.equal('maintenance');
    expect(stuck.failing).to.deep.equal(['schema']);
    expect(stuck.reasons).to.deep.equal([old.detail]);
    expect(old.detail).to.match(/version 1\.0\.0, and the database belongs to version 2\.0\.0/);
    expect([...delivered()]).to.have.members(created);
    expect(await versionOf(databaseUrl)).to.equal('2.0.0');
    const odd = "SELECT 1 FROM products WHERE rewritten IS NULL OR title LIKE '%!!'";
    expect(await queryAsOwner(odd, [], databaseUrl)).to.deep.equal([]);
    await Promise.all([worker.stop(), receiver.close(), deployment.close()]);
  });

  it('puts everything back when a later migration fails, and says what happened', async () => {
    const deployment = await openDeployment();
    const before = await contents(deployment.databaseUrl);

    const { code, said } = await upgrade(deployment, broken);

    expect(code).to.equal(1);
    expect(said).to.match(
      /is again as it was before, of version 1\.0\.0: .*_second failed.*division by zero/,
    );
    expect(await contents(deployment.databaseUrl)).to.deep.equal(before);
    expect(await versionOf(deployment.databaseUrl)).to.equal('1.0.0');
    expect(await maintenance(deployment.databaseUrl)).to.deep.equal([]);
    await deployment.store.order();
    await deployment.close();
  });

  it('puts everything back when the new API isn’t healthy', async () => {
    const { before, ...deployment } = await copyDeployment();

    const { code, said } = await upgrade(deployment, unhealthy);

    expect(code).to.equal(1);
    expect(said).to.match(/again as it was before.*The new api isn’t healthy.*no API today/s);
    expect(await contents(deployment.databaseUrl)).to.deep.equal(before);
  });

  it('killed at any step, ends as 2.0.0 when it is run again, or as it was before when 2.0.0 fails', async () => {
    for (const [programs, killAt] of [
      [quick, /Pausing/],
      [quick, /Backing up/],
      [quick, new RegExp(`Applying ${REWRITE}`)],
      [quick, new RegExp(`Applying ${SECOND}`)],
      [quick, /Starting an API/],
      [broken, new RegExp(`Applying ${SECOND}`)],
      [broken, /Restoring/],
    ] as const) {
      const { before, ...deployment } = await copyDeployment();
      const { databaseUrl } = deployment;

      const killed = await upgrade(deployment, programs, killAt);
      const again = await upgrade(deployment, programs);

      expect(killed.code, `${killAt}`).to.equal(null);
      const isDone = programs === quick;
      expect(again.code, `${killAt}: ${again.said}`).to.equal(isDone ? 0 : 1);
      expect(await versionOf(databaseUrl), `${killAt}`).to.equal(isDone ? '2.0.0' : '1.0.0');
      const after = await contents(databaseUrl);
      if (!isDone) expect(after, `${killAt}`).to.deep.equal(before);
      else expect(after.products?.rows).to.equal(before.products?.rows);
      if (isDone) expect({ ...after, ...REWRITTEN }).to.deep.equal({ ...before, ...REWRITTEN });
      expect(await maintenance(databaseUrl)).to.deep.equal([]);
    }
  });

  it('only looks with --check', async () => {
    const { before, ...deployment } = await copyDeployment();
    const child = spawn(process.execPath, [next.cli, 'upgrade', '--check', '--json'], {
      env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test', ...deployment.env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [text] = await Promise.all([child.stdout.toArray(), once(child, 'close')]);

    const { checks } = JSON.parse(Buffer.concat(text).toString());

    expect(child.exitCode).to.equal(0);
    expect(
      checks.map(({ name, level }: { name: string; level: string }) => `${name} ${level}`),
    ).to.include.members(['database ok', 'migrations ok', 'disk ok']);
    expect(checks.find(({ name }: { name: string }) => name === 'migrations').detail).to.include(REWRITE);
    expect(await contents(deployment.databaseUrl)).to.deep.equal(before);
  });
});
