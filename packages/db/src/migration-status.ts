import { CORE_VERSION } from '@service/contract';
import type pg from 'pg';
import { gt } from 'semver';
import { MIGRATIONS_DIR, migrationNames } from './migrations.ts';
import { withOwner } from './owner.ts';
import type { Release } from './releases.ts';

export interface MigrateOptions {
  /** The folder of the migrations; default: this release's. */
  dir?: string;
  /** The version that is recorded in the database; default: this release's. */
  version?: string;
  releases?: readonly Release[];
  /** A step to another major version, which `commerce upgrade` makes; `commerce migrate` refuses it. */
  major?: boolean;
  /** The address by which API and worker connect: its login is made, or its password set, unless it works already. */
  runtimeUrl?: string | undefined;
  /** Called for each migration before it begins. */
  onMigration?: (name: string) => void;
  /** How long to wait for another process that migrates or restores; default: an hour. */
  lockWaitMs?: number;
}

export interface MigrationStatus {
  /** The version of this release. */
  version: string;
  /** The newest release that migrated this database, with its date; null: none has. */
  database: { version: string; migratedAt: Date } | null;
  applied: string[];
  pending: string[];
}

/** Compares the database with this release, and changes nothing. */
export async function migrationStatus(
  databaseUrl: string,
  options: MigrateOptions = {},
): Promise<MigrationStatus> {
  return withOwner(databaseUrl, (client) => readStatus(client, options));
}

export async function readStatus(
  client: pg.Client,
  { dir = MIGRATIONS_DIR, version = CORE_VERSION }: MigrateOptions,
): Promise<MigrationStatus> {
  const { rows: known } = await client.query(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS migrations, to_regclass('_commerce_versions') IS NOT NULL AS versions`,
  );
  const finished = known[0].migrations
    ? await client.query<{ name: string }>(
        'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1',
      )
    : { rows: [] };
  const recorded = known[0].versions
    ? await client.query<{ version: string; migratedAt: Date }>(
        'SELECT version, migrated_at AS "migratedAt" FROM _commerce_versions',
      )
    : { rows: [] };
  const applied = finished.rows.map(({ name }) => name);
  return {
    version,
    database: newest(recorded.rows),
    applied,
    pending: migrationNames(dir).filter((name) => !applied.includes(name)),
  };
}

function newest<Row extends { version: string }>(rows: Row[]): Row | null {
  return rows.reduce<Row | null>((best, row) => (best && gt(best.version, row.version) ? best : row), null);
}
