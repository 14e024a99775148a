import { migrate } from '@service/db';
import pg from 'pg';

let prepared: Promise<string> | undefined;

/** The URL of a migrated database of this test run; every test makes a store of its own in it. */
export function testDatabaseUrl(): Promise<string> {
  prepared ??= createMigratedDatabase();
  return prepared;
}

/** An empty database beside the test run's own. */
export async function createDatabase(prefix = 'test'): Promise<string> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error('TEST_DATABASE_URL is not set; run the tests with `npm test`');
  const name = `${prefix}_${process.pid}_${Math.random().toString(36).slice(2, 8)}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** A look or a blow from outside, by who owns the database: the service's own roles may do neither. */
export async function queryAsOwner<Row extends pg.QueryResultRow>(
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: await testDatabaseUrl() });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

async function createMigratedDatabase(): Promise<string> {
  const url = await createDatabase();
  await migrate(url);
  return url;
}

/** The queue of the test run: Redis where there is one, else BullMQ's PostgreSQL backend. */
export async function testQueueConnection(): Promise<{ kind: 'redis' | 'postgres'; url: string }> {
  const redisUrl = process.env.TEST_REDIS_URL;
  return redisUrl ? { kind: 'redis', url: redisUrl } : { kind: 'postgres', url: await testDatabaseUrl() };
}
