import { assertSchemaCompatibility, DEFAULT_SCHEMA, runMigrations } from 'bullmq';
import pg from 'pg';
import type { QueueConnection } from './connection.ts';

const CONNECT_MS = 10_000;

/** PostgreSQL's error codes for tables that don't exist, or that this login may not read. */
const UNPREPARED = new Set(['42P01', '42501', '3F000']);

/**
 * Makes BullMQ's tables, or brings them up to date, and lets a login use them that owns none. BullMQ makes a sequence for each queue,
 * and a temporary table for jobs that are added together.
 */
export async function prepareQueue(owner: pg.Client, login: string): Promise<void> {
  await runMigrations(owner);
  const to = `TO ${owner.escapeIdentifier(login)}`;
  await owner.query(`
    GRANT TEMPORARY ON DATABASE ${owner.escapeIdentifier(owner.database ?? '')} ${to};
    GRANT USAGE, CREATE ON SCHEMA ${DEFAULT_SCHEMA} ${to};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${DEFAULT_SCHEMA} ${to}`);
  // The others are the login's own, and only it could grant them.
  const { rows } = await owner.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relkind = 'S' AND relnamespace = $1::regnamespace AND pg_get_userbyid(relowner) = current_user`,
    [DEFAULT_SCHEMA],
  );
  for (const { name } of rows)
    await owner.query(
      `GRANT USAGE, SELECT, UPDATE ON SEQUENCE ${DEFAULT_SCHEMA}.${owner.escapeIdentifier(name)} ${to}`,
    );
}

/**
 * Returns why this queue can't be used; undefined: it can. Checked before it is opened, because BullMQ tries again without a
 * pause. A database that is away is no reason: it comes back.
 */
export async function queueProblem(connection: QueueConnection): Promise<string | undefined> {
  if (connection.kind === 'redis' || !connection.ownsNothing) return undefined;
  const client = new pg.Client({ connectionString: connection.url, connectionTimeoutMillis: CONNECT_MS });
  try {
    await client.connect();
    await assertSchemaCompatibility(client);
    return undefined;
  } catch (error) {
    const { name, code = '', message } = error as Error & { code?: string };
    if (UNPREPARED.has(code) || name === 'SchemaMigrationRequiredError')
      return 'The queue’s tables aren’t there for this login: run `commerce migrate` with QUEUE_BACKEND=postgres.';
    return name === 'SchemaVersionMismatchError' ? message : undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}
