import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's `prisma` folder. */
const PRISMA_DIR = fileURLToPath(new URL('../../../prisma', import.meta.url));

export const MIGRATIONS_DIR = join(PRISMA_DIR, 'migrations');

/** The last part of every migration: roles and row level security. */
export const ROW_SECURITY = join(PRISMA_DIR, 'row-security.sql');

/** The first line of a migration that PostgreSQL refuses to run in a transaction, such as CREATE INDEX CONCURRENTLY. */
const NOT_IN_A_TRANSACTION = /^-- not in a transaction\b/;

export interface Migration {
  name: string;
  sql: string;
  /** The checksum as Prisma computes it. */
  checksum: string;
  inTransaction: boolean;
}

/** Lists the names of the migrations of a folder, in the order in which they are applied. */
export function migrationNames(dir = MIGRATIONS_DIR): string[] {
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

export function readMigration(name: string, dir = MIGRATIONS_DIR): Migration {
  const sql = readFileSync(join(dir, name, 'migration.sql'), 'utf8');
  const checksum = createHash('sha256').update(sql).digest('hex');
  return { name, sql, checksum, inTransaction: !NOT_IN_A_TRANSACTION.test(sql) };
}

/**
 * The statements of a migration that runs outside a transaction, which are separated by empty lines. Each must be
 * repeatable: one that was interrupted starts again with its first statement.
 */
export function statementsOf({ sql }: Migration): string[] {
  return sql
    .split(/\n\s*\n/)
    .map((statement) => statement.trim())
    .filter((statement) => statement.replace(/^--.*$/gm, '').trim() !== '');
}
