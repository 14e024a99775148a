import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SystemContext, Transaction } from '@service/core';
import { distribute, migrate, planDistribution } from '@service/db';
import pg from 'pg';
import { until } from './until.ts';

let shared: Promise<string> | undefined;
let template: Promise<string> | undefined;

/** The URL of a migrated database of this test run; every test makes a store of its own in it. */
export function testDatabaseUrl(): Promise<string> {
  shared ??= CITUS_URL ? spreadDatabase(CITUS_URL) : createMigratedDatabase();
  return shared;
}

/** A database of Citus in which tests run, if one is configured: with nodes, and API and worker stopped. */
export const CITUS_URL = process.env.TEST_CITUS_URL;

/** It stays for the next test run, because spreading takes a minute. */
async function spreadDatabase(url: string): Promise<string> {
  await migrate(url, { runtimeUrl: runtimeUrlOf(url) });
  await distribute(url, () => {});
  return url;
}

/**
 * A migrated database beside the test run's own: a copy, which takes a fifth of the time that migrating takes. On Citus it is the same
 * database, without the rows of the tests before.
 */
export async function createMigratedDatabase(prefix = 'test'): Promise<string> {
  if (CITUS_URL) return emptied(await testDatabaseUrl());
  template ??= findTemplate();
  // By its files: by the log, as is usual, a copy takes PostgreSQL three times as long.
  const url = await createDatabase(prefix, `TEMPLATE ${await template} STRATEGY FILE_COPY`);
  // The parts of a database that aren't copied: its privileges, its roles and the login of API and worker.
  await migrate(url, { runtimeUrl: runtimeUrlOf(url) });
  return url;
}

async function emptied(url: string): Promise<string> {
  const { everywhere, byStore } = await planDistribution(url);
  // Events of the provider name no store.
  const tables = [...everywhere, ...byStore, 'payment_events'];
  await asOwner(url, (client) => client.query(`TRUNCATE ${tables.join(', ')}`));
  return url;
}

/** A migrated database by the login of API and worker. */
export function runtimeUrlOf(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.username = `${url.pathname.slice(1)}_runtime`;
  url.password = 'of-the-tests';
  return url.href;
}

/** Its name is kept in the folder of the test run, for the further processes on this server. */
async function findTemplate(): Promise<string> {
  const { TEST_RUN_DIR } = process.env;
  if (!TEST_RUN_DIR) return migrateTemplate();
  const kept = join(TEST_RUN_DIR, `template-${new URL(serverUrl()).port}`);
  const known = await readFile(kept, 'utf8').catch(() => undefined);
  if (known) return known;
  const made = await migrateTemplate();
  await writeFile(kept, made);
  return made;
}

async function migrateTemplate(): Promise<string> {
  const url = await createDatabase('template');
  await migrate(url);
  const name = new URL(url).pathname.slice(1);
  // The copied database must have no connections. PostgreSQL's own vacuum, which an owner may not end, is ended by the copy.
  await asOwner(serverUrl(), (client) =>
    client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND usename = current_user',
      [name],
    ),
  );
  return name;
}

/** An empty database beside the test run's own. */
export async function createDatabase(prefix = 'test', options = ''): Promise<string> {
  const name = `${prefix}_${process.pid}_${Math.random().toString(36).slice(2, 8)}`;
  await asOwner(serverUrl(), (client) => client.query(`CREATE DATABASE ${name} ${options}`));
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

/** A look or a blow from outside, by who owns the database: the service's own roles may do neither. */
export async function queryAsOwner<Row extends pg.QueryResultRow>(
  sql: string,
  values: unknown[] = [],
  databaseUrl?: string,
): Promise<Row[]> {
  const { rows } = await asOwner(databaseUrl ?? (await testDatabaseUrl()), (client) =>
    client.query<Row>(sql, values),
  );
  return rows;
}

/** How many connections to the database of `system` wait for a lock; on Citus, on any node. */
export async function countLockWaits({ db }: Pick<SystemContext, 'db'>): Promise<number> {
  if (CITUS_URL) return (await queryAsOwner('SELECT FROM citus_lock_waits')).length;
  const [current] = await db.sql<{ name: string }[]>`SELECT current_database() AS name`;
  const [row] = await queryAsOwner<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = $1 AND wait_event_type = 'Lock'`,
    [current?.name],
  );
  return row?.count ?? 0;
}

/** Waits until `who` waits for what this transaction has locked. */
export async function untilWaitedFor(
  { db: held }: Pick<Transaction, 'db'>,
  { db }: Pick<SystemContext, 'db'>,
  who: string,
): Promise<void> {
  if (CITUS_URL) {
    const [own] = await held.sql<{ id: string }[]>`SELECT citus_backend_gpid()::text AS id`;
    const waits = () => queryAsOwner('SELECT FROM citus_lock_waits WHERE blocking_gpid = $1', [own?.id]);
    return until(async () => (await waits()).length > 0, `${who} that waits`);
  }
  const [{ pid }] = await held.sql<[{ pid: number }]>`SELECT pg_backend_pid() AS pid`;
  const waiting = () =>
    db.sql<object[]>`SELECT pid FROM pg_stat_activity WHERE ${pid}::int = ANY (pg_blocking_pids(pid))`;
  await until(async () => (await waiting()).length > 0, `${who} that waits`);
}

async function asOwner<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('TEST_DATABASE_URL is not set; run the tests with `npm test`');
  return url;
}

/** The queue of the test run: Redis where there is one, else BullMQ's PostgreSQL backend. */
export async function testQueueConnection(): Promise<{ kind: 'redis' | 'postgres'; url: string }> {
  const redisUrl = process.env.TEST_REDIS_URL;
  return redisUrl ? { kind: 'redis', url: redisUrl } : { kind: 'postgres', url: await testDatabaseUrl() };
}
