import { CORE_VERSION } from '@service/contract';
import { major } from 'semver';
import type { SystemDb } from './clients.ts';
import { migrationNames } from './migrations.ts';

/** Whether a process can work with the database as it is. */
export interface SchemaState {
  fits: boolean;
  /** Why it doesn't fit, and the remedy. */
  problem?: string;
  /** When the database was closed for an upgrade. */
  maintenanceSince?: Date;
}

interface Row {
  applied: string[] | null;
  versions: string[] | null;
  maintenance_since: Date | null;
}

/** Undefined table, and a role that doesn't exist: this database was never migrated. */
const NEVER_MIGRATED = new Set(['42P01', '22023']);

/** Returns the function that compares the database with this release. It rejects while the database is away. */
export function createSchemaCheck(db: Pick<SystemDb, 'sql'>): () => Promise<SchemaState> {
  const needed = migrationNames();
  const expected = `This process is version ${CORE_VERSION}`;
  const tooOld = `${expected} and needs migration ${needed.at(-1)}, which the database doesn’t have: run \`commerce migrate\`.`;
  return async () => {
    const row = await readRow(db);
    if (!row) return { fits: false, problem: tooOld };
    const maintenance = row.maintenance_since ? { maintenanceSince: row.maintenance_since } : {};
    const applied = new Set(row.applied);
    const newer = row.versions?.find((version) => major(version) > major(CORE_VERSION));
    if (newer)
      return {
        fits: false,
        problem: `${expected}, and the database belongs to version ${newer}: start that version.`,
        ...maintenance,
      };
    if (needed.some((name) => !applied.has(name))) return { fits: false, problem: tooOld, ...maintenance };
    return { fits: true, ...maintenance };
  };
}

async function readRow(db: Pick<SystemDb, 'sql'>): Promise<Row | undefined> {
  try {
    const [row] = await db.sql<Row[]>`
      SELECT (SELECT array_agg(migration_name::text) FROM _prisma_migrations
              WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL) AS applied,
             (SELECT array_agg(version) FROM _commerce_versions) AS versions,
             (SELECT min(since) FROM _commerce_maintenance) AS maintenance_since`;
    return row;
  } catch (error) {
    if (NEVER_MIGRATED.has((error as { code?: string }).code ?? '')) return undefined;
    throw error;
  }
}
