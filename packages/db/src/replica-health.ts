import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { withOwner } from './owner.ts';

export interface ReplicaHealth {
  /** Version of the server. */
  postgres: string;
  /** Whether it accepts no writes, as a server that follows another. */
  isReadOnly: boolean;
  /** Whether it is a copy of this primary, and not of another database. */
  isCopy: boolean;
  /** How much of the primary's log it lacked after it had a moment to catch up. */
  behindBytes: number;
  /** Whether the primary keeps rows that a read of the replica still needs. */
  hasFeedback: boolean;
}

/** More than a healthy one needs, also beside much traffic. */
const CATCH_UP_MS = 2000;
const STEP_MS = 50;

/** The facts that `commerce doctor` checks about the server that lists and reports are read from. */
export function readReplicaHealth(primaryUrl: string, replicaUrl: string): Promise<ReplicaHealth> {
  return withOwner(primaryUrl, (primary) =>
    withOwner(replicaUrl, async (replica) => {
      const [{ place }] = await ask<{ place: string }>(
        primary,
        `SELECT pg_current_wal_flush_lsn()::text AS place`,
      );
      const deadline = performance.now() + CATCH_UP_MS;
      let facts = await factsOf(replica, place);
      while (facts.behindBytes > 0 && performance.now() < deadline) {
        await wait(STEP_MS);
        facts = await factsOf(replica, place);
      }
      return { ...facts, isCopy: (await systemOf(replica)) === (await systemOf(primary)) };
    }),
  );
}

/** A server that isn't in recovery replays nothing, and lacks nothing. */
async function factsOf(client: pg.Client, place: string) {
  const [facts] = await ask<Omit<ReplicaHealth, 'isCopy'>>(
    client,
    `SELECT current_setting('server_version') AS postgres,
       pg_is_in_recovery() AS "isReadOnly",
       greatest(0, coalesce($1::pg_lsn - pg_last_wal_replay_lsn(), 0))::float8 AS "behindBytes",
       current_setting('hot_standby_feedback')::boolean AS "hasFeedback"`,
    [place],
  );
  return facts;
}

/** Returns the identifier that a server and its copies share. */
async function systemOf(client: pg.Client): Promise<string> {
  const [{ id }] = await ask<{ id: string }>(
    client,
    'SELECT system_identifier::text AS id FROM pg_control_system()',
  );
  return id;
}

async function ask<Row>(client: pg.Client, sql: string, values: readonly unknown[] = []): Promise<[Row]> {
  const { rows } = await client.query(sql, [...values]);
  return rows as [Row];
}
