import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { major } from 'semver';
import { SEQUENTIAL } from './cluster.ts';
import { DEADLINES } from './deadlines.ts';
import { MigrationError } from './migration-error.ts';
import { takeMigrationLock } from './migration-lock.ts';
import { type MigrateOptions, type MigrationStatus, readStatus } from './migration-status.ts';
import { type Migration, migrationNames, ROW_SECURITY, readMigration, statementsOf } from './migrations.ts';
import { withOwner } from './owner.ts';
import { RELEASES, stepThrough } from './releases.ts';
import { ensureRuntimeLogin } from './runtime-login.ts';

const OLDEST_POSTGRES = 16;
/** PostgreSQL allows 63 bytes in a name; `_tenant` and `_system` are added. */
const LONGEST_NAME = 56;

/**
 * Applies the migrations that the database doesn't have yet, in order, and returns their names. Each is one transaction
 * with its record, so that one that fails leaves nothing behind. Safe to call from several processes at once: the second
 * waits for the first and finds nothing left to do. Every table of a store then has row level security.
 * @throws {MigrationError} before anything is changed, when this release can't migrate this database
 */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  return withOwner(databaseUrl, async (client) => {
    await takeMigrationLock(client, options.lockWaitMs);
    await client.query(`SET lock_timeout = ${DEADLINES.long.lockMs}`);
    await client.query(SEQUENTIAL);
    await assertPostgres(client);
    const status = await readStatus(client, options);
    await assertReleased(client, status, options);
    assertDirect(status, options);
    await client.query(RECORDS);
    for (const name of status.pending) {
      options.onMigration?.(name);
      await apply(client, readMigration(name, options.dir));
    }
    await client.query(readFileSync(ROW_SECURITY, 'utf8'));
    if (options.runtimeUrl) await ensureRuntimeLogin(client, options.runtimeUrl);
    await client.query('INSERT INTO _commerce_versions (version) VALUES ($1) ON CONFLICT DO NOTHING', [
      status.version,
    ]);
    return status.pending;
  });
}

/** Throws what `migrate` would throw before it changes anything. */
export function assertMigratable(databaseUrl: string, options: MigrateOptions = {}): Promise<void> {
  return withOwner(databaseUrl, async (client) => {
    await assertPostgres(client);
    const status = await readStatus(client, options);
    await assertReleased(client, status, options);
    assertDirect(status, options);
  });
}

/**
 * Prisma's own table, so that its `migrate status` stays usable; the releases that have migrated this database; and the
 * upgrade that is under way, if there is one. They belong to no release's schema, so their names begin with an underscore.
 */
export const RECORDS = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum VARCHAR(64) NOT NULL,
    finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL,
    logs TEXT,
    rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE IF NOT EXISTS _commerce_versions (
    version TEXT PRIMARY KEY,
    migrated_at TIMESTAMPTZ NOT NULL DEFAULT now()
  );
  CREATE TABLE IF NOT EXISTS _commerce_maintenance (
    id INTEGER PRIMARY KEY DEFAULT 1 CHECK (id = 1),
    since TIMESTAMPTZ NOT NULL DEFAULT now(),
    step TEXT NOT NULL,
    details JSONB NOT NULL DEFAULT '{}'
  );`;

export async function assertPostgres(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
  const version = rows[0]?.server_version ?? '';
  if (Number.parseInt(version, 10) < OLDEST_POSTGRES)
    throw new MigrationError(`PostgreSQL ${OLDEST_POSTGRES} or later is needed; this is ${version}.`);
  const { rows: names } = await client.query('SELECT current_database() AS name');
  if (Buffer.byteLength(names[0].name) > LONGEST_NAME)
    throw new MigrationError(
      `The name of the database may have ${LONGEST_NAME} bytes: its roles are named after it.`,
    );
}

/** Every release's database has the first migration, and until the first release a migration may still change. */
async function assertReleased(
  client: pg.Client,
  { applied, pending, version }: MigrationStatus,
  { dir, releases = RELEASES }: MigrateOptions,
): Promise<void> {
  if (applied.length === 0) return;
  const isFirstPending = pending[0] === migrationNames(dir)[0];
  const other = isFirstPending ? applied[0] : releases.length === 0 && (await findChanged(client, dir));
  if (other)
    throw new MigrationError(
      `This database was made by an unreleased version (migration ${other}), and version ${version} can’t upgrade it. Use a new database (\`npm start\`: another DATA_DIR); the version that made this one still reads it.`,
    );
}

/** Returns an applied migration whose text differs here. */
async function findChanged(client: pg.Client, dir?: string): Promise<string | undefined> {
  const known = new Set(migrationNames(dir));
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT migration_name AS name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY 1',
  );
  return rows.find(({ name, checksum }) => known.has(name) && readMigration(name, dir).checksum !== checksum)
    ?.name;
}

function assertDirect(
  { database, version }: MigrationStatus,
  { releases = RELEASES, major: isMajor = false }: MigrateOptions,
): void {
  if (!database) return;
  if (major(database.version) > major(version))
    throw new MigrationError(
      `The database belongs to version ${database.version}, which is newer than this one, ${version}. Use that version, or restore a backup.`,
    );
  const step = stepThrough(database.version, version, { releases });
  if (step)
    throw new MigrationError(
      `Version ${database.version} of the database is too old to be upgraded directly to ${version}. Upgrade to ${step} first.`,
    );
  if (major(database.version) < major(version) && !isMajor)
    throw new MigrationError(
      `From ${database.version} to ${version} is a major upgrade: run \`commerce upgrade\`, which backs up before and restores on failure.`,
    );
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  // An interrupted migration starts from its beginning: nothing of a transaction is left, and statements outside of one are
  // repeatable.
  await client.query('DELETE FROM _prisma_migrations WHERE migration_name = $1', [migration.name]);
  if (migration.inTransaction) await applyAsTransaction(client, migration);
  else await applyStepByStep(client, migration);
}

async function applyAsTransaction(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    const id = await recordStart(client, migration);
    await client.query(migration.sql);
    await recordEnd(client, id);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw new MigrationError(
      `Migration ${migration.name} failed and left nothing behind: ${(error as Error).message}. Those before it stay; run the command again when the cause is gone.`,
    );
  }
}

async function applyStepByStep(client: pg.Client, migration: Migration): Promise<void> {
  const id = await recordStart(client, migration);
  try {
    for (const statement of statementsOf(migration)) await client.query(statement);
  } catch (error) {
    throw new MigrationError(
      `Migration ${migration.name} isn’t one transaction and failed on its way: ${(error as Error).message}. Run the command again when the cause is gone; it starts with the first statement of this migration.`,
    );
  }
  await recordEnd(client, id);
}

async function recordStart(client: pg.Client, { name, checksum }: Migration): Promise<string> {
  const id = randomUUID();
  const text = 'INSERT INTO _prisma_migrations (id, migration_name, checksum) VALUES ($1, $2, $3)';
  await client.query(text, [id, name, checksum]);
  return id;
}

async function recordEnd(client: pg.Client, id: string): Promise<void> {
  await client.query(
    'UPDATE _prisma_migrations SET finished_at = clock_timestamp(), applied_steps_count = 1 WHERE id = $1',
    [id],
  );
}
