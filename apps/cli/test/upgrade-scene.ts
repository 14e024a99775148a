import { type ChildProcess, spawn } from 'node:child_process';
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
  openTestEnv,
  type Programs,
  queryAsOwner,
  runCommand,
  runtimeUrlOf,
  SERVICE_ENV,
  type TestStore,
} from '@service/testing';
import { migrateAll } from '../src/migrate-all.ts';

export const REWRITE = '9998_rewrite';
export const SECOND = '9999_second';
/** What the rewrite changes: products, and what is kept of them for lists and for search. */
export const REWRITTEN = { products: undefined, product_listings: undefined, product_search: undefined };

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

/** What the tests upgrade to. */
export interface Releases {
  next: Programs;
  broken: Programs;
  unhealthy: Programs;
  /** To the database as `next`; its processes start at once. */
  quick: Programs;
}

export interface Deployment {
  databaseUrl: string;
  env: Record<string, string>;
  backupFile: string;
}

/** Releases that come after this one, databases of this one, and `commerce upgrade` from the one to the other. */
export function useUpgrades() {
  let dir: string;
  const releases = {} as Releases;

  before(async () => {
    dir = mkdtempSync(join(tmpdir(), 'commerce-upgrade-'));
    releases.next = await buildNext(
      dir,
      'next',
      'CREATE INDEX products_rewritten_idx ON products (rewritten);',
    );
    releases.quick = await buildNext(
      dir,
      'quick',
      'CREATE INDEX products_rewritten_idx ON products (rewritten);',
    );
    for (const app of ['api', 'worker'] as const) writeFileSync(releases.quick[app], HEALTHY);
    releases.unhealthy = await buildNext(dir, 'unhealthy', 'SELECT 1;');
    writeFileSync(releases.unhealthy.api, "console.error('no API today'); process.exit(1);");
    releases.broken = await buildNext(dir, 'broken', 'DELETE FROM variants; SELECT 1 / 0;');
  });

  after(() => rmSync(dir, { recursive: true }));

  const deploymentOf = (databaseUrl: string): Deployment => ({
    databaseUrl,
    backupFile: join(dir, `${new URL(databaseUrl).pathname.slice(1)}.backup`),
    env: {
      ...SERVICE_ENV,
      DATABASE_URL: databaseUrl,
      DATABASE_RUNTIME_URL: runtimeUrlOf(databaseUrl),
      QUEUE_BACKEND: 'postgres',
      WEBHOOK_POLL_INTERVAL_MS: '300',
      JOB_POLL_INTERVAL_MS: '300',
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

  return { releases, openDeployment, copyDeployment, upgrade, contents, versionOf, maintenance };
}
