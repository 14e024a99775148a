import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Writable } from 'node:stream';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { assertPostgres, RECORDS } from '../migrate.ts';
import { MigrationError } from '../migration-error.ts';
import { takeMigrationLock } from '../migration-lock.ts';
import { ROW_SECURITY } from '../migrations.ts';
import { withOwner } from '../owner.ts';
import { ensureRuntimeLogin } from '../runtime-login.ts';
import { TABLES } from '../tables.ts';
import { readContents } from './backup.ts';
import { type Content, ContentHash, END_OF_TABLE, type Footer, SESSION, type TableStart } from './format.ts';
import {
  type BackupSource,
  type BackupSummary,
  type CheckOptions,
  checkBackup,
  type Lines,
  migrationsOf,
  readBackup,
} from './read-backup.ts';

export interface RestoreOptions extends CheckOptions {
  /** Replaces the content of the database. */
  force?: boolean | undefined;
  /** The login of API and worker, created if it doesn't exist. */
  runtimeUrl?: string | undefined;
  /** false for a database that no process uses; then no roles are created either. */
  rowSecurity?: boolean;
}

/**
 * Puts the database into the state of the backup, its schema included. The file is checked whole before the first statement; then
 * all of it is one transaction, so that whatever fails leaves the database as it was. It ends an upgrade that was under way.
 * @throws {MigrationError} when the database isn't empty and `force` isn't set, or the file isn't a whole backup
 */
export async function restore(
  databaseUrl: string,
  source: BackupSource,
  options: RestoreOptions = {},
): Promise<BackupSummary> {
  await checkBackup(source, options);
  return restoreChecked(databaseUrl, source, options);
}

/** Restores like `restore`, from a file that `checkBackup` has accepted. */
export function restoreChecked(
  databaseUrl: string,
  source: BackupSource,
  options: RestoreOptions,
): Promise<BackupSummary> {
  const { force, runtimeUrl, rowSecurity = true } = options;
  return withOwner(databaseUrl, async (client) => {
    await client.query(SESSION);
    await takeMigrationLock(client);
    await assertPostgres(client);
    const tables = await existingTables(client);
    if (tables.length > 0 && !force)
      throw new MigrationError(
        `The database isn’t empty (${tables.length} tables). --force replaces what is in it.`,
      );
    await client.query('BEGIN');
    try {
      await dropEverything(client, tables);
      await client.query(RECORDS);
      const summary = await writeBackup(client, source, options);
      if (rowSecurity) await client.query(readFileSync(ROW_SECURITY, 'utf8'));
      // An upgrade that was under way is ended: this is the state before it.
      await client.query('DELETE FROM _commerce_maintenance');
      await client.query('COMMIT');
      if (rowSecurity && runtimeUrl) await ensureRuntimeLogin(client, runtimeUrl);
      return summary;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  });
}

/** Checks a restore before it runs: the backup, and how many tables of the database it would replace. */
export async function inspectBackup(
  databaseUrl: string,
  source: BackupSource,
  options: CheckOptions = {},
): Promise<BackupSummary & { replacedTables: number }> {
  const replaced = await withOwner(databaseUrl, existingTables);
  return { ...(await checkBackup(source, options)), replacedTables: replaced.length };
}

/** Reads a backup into the empty database of a transaction. Returns the resulting content. */
async function writeBackup(
  client: pg.Client,
  source: BackupSource,
  { onTable, trustSql }: RestoreOptions,
): Promise<BackupSummary> {
  let foreignKeys: ForeignKey[] = [];
  const missing = new Set<string>();
  const cleaned: string[] = [];
  const summary = await readBackup(source, {
    async onHeader(header) {
      foreignKeys = await makeSchema(client, migrationsOf(header, { trustSql }));
      for (const name of await existingTables(client)) missing.add(name);
    },
    async onTable(start, lines) {
      if (!missing.delete(start.table))
        throw new MigrationError(`The backup has a table that its migrations don’t make: ${start.table}.`);
      onTable?.(start.table);
      return writeTable(client, start, lines);
    },
    async onEnd({ sequences }) {
      if (missing.size > 0)
        throw new MigrationError(`The backup is incomplete: it lacks ${[...missing].join(', ')}.`);
      await setSequences(client, sequences);
      for (const key of foreignKeys) if (await addForeignKey(client, key)) cleaned.push(key.table);
      for (const table of await existingTables(client))
        await client.query(`ALTER TABLE ${client.escapeIdentifier(table)} ENABLE TRIGGER USER`);
    },
  });
  return { ...summary, tables: { ...summary.tables, ...(await readContents(client, cleaned)) } };
}

const VIOLATED = '23503';

async function existingTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(TABLES);
  return rows.map(({ name }) => name);
}

/** Everything of the schema but extensions, the queue's tables, and the upgrade that is under way. */
async function dropEverything(client: pg.Client, tables: string[]): Promise<void> {
  if (tables.length > 0)
    await client.query(
      `DROP TABLE ${tables.map((name) => client.escapeIdentifier(name)).join(', ')} CASCADE`,
    );
  const { rows } = await client.query<{ sql: string }>(`
    SELECT format('DROP ROUTINE IF EXISTS %s CASCADE', p.oid::regprocedure) AS sql FROM pg_proc p
    WHERE p.pronamespace = current_schema()::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    UNION ALL
    SELECT format('DROP TYPE IF EXISTS %s CASCADE', t.oid::regtype) FROM pg_type t
    WHERE t.typnamespace = current_schema()::regnamespace AND t.typtype = 'e'
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = t.oid AND d.deptype = 'e')`);
  for (const { sql } of rows) await client.query(sql);
}

interface ForeignKey {
  table: string;
  drop: string;
  add: string;
  /** Removes the rows whose parent is missing, where a deletion would have cascaded to them. */
  clean: string | null;
}

const FOREIGN_KEYS = `
  SELECT conrelid::regclass::text AS table, format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
         format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(k.oid)) AS add,
         CASE confdeltype WHEN 'c' THEN (
           SELECT format('DELETE FROM %s child WHERE (%s) IS NOT NULL AND NOT EXISTS (SELECT FROM %s parent WHERE %s)', conrelid::regclass,
             string_agg(format('child.%I', f.attname), ', '), confrelid::regclass,
             string_agg(format('parent.%I = child.%I', t.attname, f.attname), ' AND '))
           FROM unnest(conkey, confkey) AS pair(f, t)
           JOIN pg_attribute f ON f.attrelid = conrelid AND f.attnum = pair.f
           JOIN pg_attribute t ON t.attrelid = confrelid AND t.attnum = pair.t
         ) END AS clean
  FROM pg_constraint k WHERE contype = 'f' AND connamespace = current_schema()::regnamespace AND conparentid = 0`;

/** Creates the tables of the backup, empty, without foreign keys, and returns those. */
async function makeSchema(
  client: pg.Client,
  migrations: ReturnType<typeof migrationsOf>,
): Promise<ForeignKey[]> {
  for (const { sql, inTransaction } of migrations)
    await client.query(inTransaction ? sql : sql.replace(/\bCONCURRENTLY\b/gi, ''));
  const tables = (await existingTables(client)).map((name) => client.escapeIdentifier(name));
  await client.query(`TRUNCATE ${tables.join(', ')}`);
  // The backup already has the rows that triggers would write.
  for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  const { rows } = await client.query<ForeignKey>(FOREIGN_KEYS);
  for (const { drop } of rows) await client.query(drop);
  return rows;
}

/**
 * On Citus look-ups have no foreign key, so a backup from there may have rows of deleted parents. Returns whether there were any.
 */
async function addForeignKey(client: pg.Client, { add, clean }: ForeignKey): Promise<boolean> {
  await client.query('SAVEPOINT before_key');
  try {
    await client.query(add);
    return false;
  } catch (error) {
    if (!clean || (error as pg.DatabaseError).code !== VIOLATED) throw error;
    await client.query('ROLLBACK TO SAVEPOINT before_key');
    await client.query(clean);
    await client.query(add);
    return true;
  }
}

async function writeTable(client: pg.Client, { table, columns }: TableStart, lines: Lines): Promise<Content> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const stream: Writable = client.query(
    copyFrom(`COPY ${client.escapeIdentifier(table)} (${list}) FROM STDIN`),
  );
  const hash = new ContentHash();
  const failed = once(stream, 'finish');
  // Awaited at the end, and whenever the stream is full.
  failed.catch(() => undefined);
  try {
    for (let line = await lines.next(); !line.equals(END_OF_TABLE); line = await lines.next()) {
      hash.add(line);
      if (!stream.write(line)) await Promise.race([once(stream, 'drain'), failed]);
    }
  } catch (error) {
    stream.destroy(error as Error);
    throw error;
  }
  stream.end();
  await failed;
  return hash.content();
}

async function setSequences(client: pg.Client, sequences: Footer['sequences']): Promise<void> {
  for (const [name, { last, isCalled }] of Object.entries(sequences))
    await client.query('SELECT setval($1::regclass, $2, $3)', [
      client.escapeIdentifier(name),
      last,
      isCalled,
    ]);
}
