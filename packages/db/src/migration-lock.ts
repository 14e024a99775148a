import { setTimeout as delay } from 'node:timers/promises';
import { HOUR_MS } from '@service/jobs/primitives';
import type pg from 'pg';
import { MigrationError } from './migration-error.ts';

/** Two processes that start at once must not both migrate; any number that no other lock of ours uses. */
const MIGRATION_LOCK = 7_210_001;
const RETRY_MS = 100;

/**
 * Waits until no other process migrates or restores. Why it polls: a query that waits for the lock holds a snapshot, which CREATE
 * INDEX CONCURRENTLY of the process with the lock waits for, so each would wait for the other.
 * @throws {MigrationError} with the holder of the lock, when it isn't free in time
 */
export async function takeMigrationLock(client: pg.Client, waitMs = HOUR_MS): Promise<void> {
  const begun = performance.now();
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.taken) return;
    if (performance.now() - begun >= waitMs) throw new MigrationError(await describeHolder(client));
    await delay(RETRY_MS);
  }
}

async function describeHolder(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; from: string; since: string }>(
    `SELECT a.pid, coalesce(host(a.client_addr), 'this machine') AS from, to_char(a.backend_start AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') AS since
     FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
     WHERE l.locktype = 'advisory' AND l.granted AND l.objid = $1
       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [MIGRATION_LOCK],
  );
  const [holder] = rows;
  if (!holder)
    return 'Another process migrated or restored this database for too long. Run the command again.';
  const { pid, from, since } = holder;
  return `Another process migrates or restores this database: session ${pid} from ${from}, connected since ${since} UTC. Wait for it, or end it with \`SELECT pg_terminate_backend(${pid})\`, and run the command again.`;
}
