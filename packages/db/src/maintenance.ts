import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { SEQUENTIAL } from './cluster.ts';
import { RECORDS } from './migrate.ts';
import { ROW_SECURITY } from './migrations.ts';
import { TABLES } from './tables.ts';

/**
 * The step that an upgrade has reached; it is written before each step, so that the next run knows where a killed one stopped.
 */
export type UpgradeStep = 'draining' | 'backing-up' | 'migrating' | 'checking' | 'restoring';

export interface Upgrade {
  step: UpgradeStep;
  since: Date;
  /** The version of the database before. */
  from: string | null;
  to: string;
  /** Undefined until the backup is complete, and when the caller has a backup of their own. */
  backup?: string | undefined;
}

/** Returns the upgrade that is under way, or was when it was killed. */
export async function readUpgrade(client: pg.Client): Promise<Upgrade | undefined> {
  await client.query(RECORDS);
  const { rows } = await client.query('SELECT step, since, details FROM _commerce_maintenance');
  const [row] = rows;
  return row && { step: row.step, since: row.since, ...row.details };
}

/** From here on API processes refuse requests, and workers start no more work. */
export async function recordUpgrade(
  client: pg.Client,
  { step, since: _, ...details }: Omit<Upgrade, 'since'> & { since?: Date },
): Promise<void> {
  await client.query(
    `INSERT INTO _commerce_maintenance (step, details) VALUES ($1, $2)
     ON CONFLICT (id) DO UPDATE SET step = excluded.step, details = excluded.details`,
    [step, JSON.stringify(details)],
  );
}

/**
 * Revokes the right to write from API and worker and waits for the transactions that had it: from here on nothing changes, not
 * even by a process that doesn't know of the upgrade.
 */
export async function fenceWriters(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(TABLES);
  const tables = rows
    .filter(({ name }) => !name.startsWith('_'))
    .map(({ name }) => client.escapeIdentifier(name))
    .join(', ');
  const { rows: names } = await client.query<{ name: string }>('SELECT current_database() AS name');
  const roles = ['_tenant', '_system'].map((suffix) => client.escapeIdentifier(`${names[0]?.name}${suffix}`));
  await client.query(SEQUENTIAL);
  await client.query(`REVOKE INSERT, UPDATE, DELETE ON ${tables} FROM ${roles.join(', ')}`);
  await client.query(`BEGIN; LOCK TABLE ${tables} IN SHARE MODE; COMMIT`);
}

/** Grants the rights again, so that all processes go on. */
export async function endUpgrade(client: pg.Client): Promise<void> {
  await client.query(SEQUENTIAL);
  await client.query(
    `BEGIN; ${readFileSync(ROW_SECURITY, 'utf8')}; DELETE FROM _commerce_maintenance; COMMIT`,
  );
}

/** API and worker processes that are connected, by name and version. */
export async function runningProcesses(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT application_name AS name FROM pg_stat_activity
     WHERE datname = current_database() AND application_name ~ '^commerce (api|worker) ' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/** Deliveries that a worker is sending; of one store where it is named. */
export async function deliveriesUnderWay(client: pg.Client, tenantId?: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `SELECT count(*)::int AS n
     FROM webhook_attempts a JOIN webhook_deliveries d ON d.tenant_id = a.tenant_id AND d.id = a.delivery_id
     WHERE a.finished_at IS NULL AND a.outcome = 'open' AND d.lease_until > now() AND ($1::uuid IS NULL OR a.tenant_id = $1::uuid)`,
    [tenantId ?? null],
  );
  return rows[0]?.n ?? 0;
}
