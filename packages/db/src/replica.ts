import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { askAfterCall } from './ask-after-call.ts';
import { type Database, type DatabaseOptions, openDatabase } from './open.ts';
import { connectionOf } from './servers.ts';
import { hasTakenTooLong, isDatabaseConflict, isDatabaseUnavailable } from './unavailable.ts';

const OUTCOMES = ['replica', 'behind', 'away', 'failed'] as const;

/** The source of a read: the replica, or the primary because the replica lacked something, didn't respond, or failed. */
type Outcome = (typeof OUTCOMES)[number];

/** A copy of the database that follows it, and may be behind or away. */
export interface Replica {
  /**
   * Reads from the replica if that has everything that was committed before this call, by whichever process; else, and when
   * it fails, from the primary.
   */
  read<T>(onReplica: (database: Database) => Promise<T>, onPrimary: () => Promise<T>): Promise<T>;
  /** How many reads ended in which way since the start. */
  reads(): Record<Outcome, number>;
  /** The use of the pool, without the two connections that poll the servers' positions. */
  poolUse: Database['poolUse'];
  observeStatements: Database['observeStatements'];
  close(): Promise<void>;
}

/** How long a read waits for the replica to catch up with what was committed before. */
const CATCH_UP_MS = 50;
const STEP_MS = 2;

/** How long a server may take to report its position. */
const PROBE_MS = 1000;

/** How long a replica that was behind or away isn't used. */
const AVOIDED_MS = { behind: 1000, away: 5000 };

/** Positions in the log of changes, in bytes from its beginning. A committed change is flushed. */
const FLUSHED = `SELECT pg_current_wal_flush_lsn() - '0/0'::pg_lsn AS place`;
const REPLAYED = `SELECT pg_last_wal_replay_lsn() - '0/0'::pg_lsn AS place`;

export function openReplica(primaryUrl: string, options: DatabaseOptions): Replica {
  const database = openDatabase(options);
  const primary = openProbe(primaryUrl, FLUSHED);
  const replica = openProbe(options.url, REPLAYED);
  const reads = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>;
  let avoided: { as: 'behind' | 'away'; until: number } | undefined;

  async function hasAll(): Promise<boolean> {
    const committed = await primary.place();
    const deadline = performance.now() + CATCH_UP_MS;
    while ((await replica.place()) < committed) {
      if (performance.now() > deadline) return false;
      await wait(STEP_MS);
    }
    return true;
  }

  async function stateOf(): Promise<'replica' | 'behind' | 'away'> {
    if (avoided && performance.now() < avoided.until) return avoided.as;
    avoided = undefined;
    const as = await hasAll().then(
      (has) => (has ? undefined : 'behind'),
      () => 'away' as const,
    );
    if (as) avoided = { as, until: performance.now() + AVOIDED_MS[as] };
    return as ?? 'replica';
  }

  return {
    async read(onReplica, onPrimary) {
      const state = await stateOf();
      if (state !== 'replica') {
        reads[state] += 1;
        return onPrimary();
      }
      try {
        const result = await onReplica(database);
        reads.replica += 1;
        return result;
      } catch (error) {
        // Failure policy: the replica may have died meanwhile, or cancelled the query for the changes that it had to replay. A
        // read that fails for a reason of its own, such as its time limit, would fail on the primary too, and a slow report would
        // burden that as well. A lock that lasts here lasts there too: only work of the primary locks anything on a replica.
        if (!isFaultOfReplica(error)) throw error;
        reads.failed += 1;
        return onPrimary();
      }
    },
    reads: () => ({ ...reads }),
    poolUse: database.poolUse,
    observeStatements: database.observeStatements,
    async close() {
      await Promise.all([database.close(), primary.close(), replica.close()]);
    },
  };
}

/** One connection that polls a server's position, once for all callers at the time. */
function openProbe(url: string, question: string) {
  const pool = new pg.Pool({
    ...connectionOf(url),
    max: 1,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  });
  pool.on('error', () => undefined);
  async function ask(): Promise<bigint> {
    const { rows } = await pool.query<{ place: string | null }>(question);
    // A server that isn't in recovery replays nothing.
    return BigInt(rows[0]?.place ?? -1);
  }
  return { place: askAfterCall(ask), close: () => pool.end() };
}

function isFaultOfReplica(error: unknown): boolean {
  return isDatabaseConflict(error) || (isDatabaseUnavailable(error) && !hasTakenTooLong(error));
}
