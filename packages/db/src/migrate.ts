import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { DEADLINES } from './deadlines.ts';
import { openSchemaEngine, PRISMA_DIR } from './schema-engine.ts';

const MIGRATIONS_DIR = join(PRISMA_DIR, 'migrations');
const ROW_SECURITY_FILE = join(PRISMA_DIR, 'row-security.sql');

/** Two processes that start at once must not both migrate; any number that no other lock of ours uses. */
const MIGRATION_LOCK = 7_210_001;

/**
 * Applies the migrations that the database doesn't have yet, in order, and answers their names. Safe to call from
 * several processes at once: the second waits for the first and finds nothing left to do. Every table of a store then
 * has row level security, those of a new migration too.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const { connectMs, lockMs } = DEADLINES.long;
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
  });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(`SET lock_timeout = ${lockMs}`);
    const pending = await pendingMigrations(client);
    const applied = pending.length === 0 ? [] : await applyAll(databaseUrl);
    await client.query(readFileSync(ROW_SECURITY_FILE, 'utf8'));
    return applied;
  } finally {
    await client.end();
  }
}

/** Names of the migrations in `prisma/migrations` that the database hasn't finished. */
async function pendingMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS known`);
  if (!rows[0].known) return migrationNames();
  const applied = await client.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  );
  const done = new Set(applied.rows.map((row) => row.name));
  return migrationNames().filter((name) => !done.has(name));
}

function migrationNames(): string[] {
  return readdirSync(MIGRATIONS_DIR, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

async function applyAll(databaseUrl: string): Promise<string[]> {
  const engine = await openSchemaEngine(databaseUrl);
  const { appliedMigrationNames } = await engine.applyMigrations({
    migrationsList: {
      baseDir: MIGRATIONS_DIR,
      lockfile: {
        path: './migration_lock.toml',
        content: readFileSync(join(MIGRATIONS_DIR, 'migration_lock.toml'), 'utf8'),
      },
      shadowDbInitScript: '',
      migrationDirectories: migrationNames().map((name) => ({
        path: name,
        migrationFile: {
          path: 'migration.sql',
          content: { tag: 'ok', value: readFileSync(join(MIGRATIONS_DIR, name, 'migration.sql'), 'utf8') },
        },
      })),
    },
    filters: { externalTables: [], externalEnums: [] },
  });
  return appliedMigrationNames;
}
