import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { assertPostgres, RECORDS, takeMigrationLock } from '../migrate.ts';
import { MigrationError } from '../migration-error.ts';
import { ROW_SECURITY } from '../migrations.ts';
import { withOwner } from '../owner.ts';
import { ensureRuntimeLogin } from '../runtime-login.ts';
import { TABLES } from './backup.ts';
import {
  type Checksum,
  type Content,
  ContentHash,
  END_OF_TABLE,
  FORMAT,
  FORMAT_VERSION,
  type Footer,
  type Header,
  linesOf,
  SESSION,
  type TableStart,
} from './format.ts';

export interface RestoreOptions {
  /** Replaces what is in the database. */
  force?: boolean | undefined;
  /** The login of API and worker, made if it isn't there. */
  runtimeUrl?: string | undefined;
  /** false for a database that nobody works with; then no roles are made either. */
  rowSecurity?: boolean;
  /** Called for each table before it is written. */
  onTable?: ((name: string) => void) | undefined;
}

export interface RestoreSummary {
  header: Header;
  tables: Record<string, Content>;
  rows: number;
}

/**
 * Puts the database into the state of the backup, its schema included, in one transaction: whatever fails, also a
 * damaged or incomplete file, leaves the database as it was. It ends an upgrade that was under way.
 * @throws {MigrationError} when the database isn't empty and `force` isn't set, or the file isn't a whole backup
 */
export function restore(
  databaseUrl: string,
  source: Readable,
  options: RestoreOptions = {},
): Promise<RestoreSummary> {
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
      // Whatever upgrade was under way: this is the state before it.
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

/** What a restore would find: the backup, read to its end, and how many tables of the database it would replace. */
export async function inspectBackup(
  databaseUrl: string,
  source: Readable,
  { onTable }: Pick<RestoreOptions, 'onTable'> = {},
): Promise<RestoreSummary & { replacedTables: number }> {
  const replaced = await withOwner(databaseUrl, existingTables);
  const summary = await readBackup(source, {
    onHeader: async () => {},
    async onTable({ table }, lines) {
      onTable?.(table);
      const hash = new ContentHash();
      for (let line = await lines.next(); !line.equals(END_OF_TABLE); line = await lines.next())
        hash.add(line);
      return hash.content();
    },
    onEnd: async () => {},
  });
  return { ...summary, replacedTables: replaced.length };
}

interface Reader {
  onHeader(header: Header): Promise<void>;
  /** Reads the rows up to their end. */
  onTable(start: TableStart, lines: Lines): Promise<Content>;
  onEnd(footer: Footer): Promise<void>;
}

/** Reads a backup to its end, and throws unless it is whole. */
async function readBackup(source: Readable, { onHeader, onTable, onEnd }: Reader): Promise<RestoreSummary> {
  return readLines(source, async (lines) => {
    const header = headerOf(await lines.next());
    await onHeader(header);
    const tables: Record<string, Content> = {};
    for (;;) {
      const value = parse<TableStart | Footer>(await lines.next());
      if (!('table' in value)) {
        assertSame(tables, value.tables);
        lines.assertChecksum(parse<Checksum>(await lines.nextUnsummed()).sha256);
        await onEnd(value);
        const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
        return { header, tables, rows };
      }
      tables[value.table] = await onTable(value, lines);
    }
  });
}

/** Reads a backup into the empty database of a transaction. */
function writeBackup(
  client: pg.Client,
  source: Readable,
  { onTable }: RestoreOptions,
): Promise<RestoreSummary> {
  let foreignKeys: string[] = [];
  return readBackup(source, {
    async onHeader(header) {
      foreignKeys = await makeSchema(client, header);
    },
    onTable(start, lines) {
      onTable?.(start.table);
      return writeTable(client, start, lines);
    },
    async onEnd({ sequences }) {
      await setSequences(client, sequences);
      for (const sql of foreignKeys) await client.query(sql);
      for (const table of await existingTables(client))
        await client.query(`ALTER TABLE ${client.escapeIdentifier(table)} ENABLE TRIGGER USER`);
    },
  });
}

interface Lines {
  next(): Promise<Buffer>;
  nextUnsummed(): Promise<Buffer>;
  assertChecksum(sha256: string): void;
}

async function readLines<T>(source: Readable, work: (lines: Lines) => Promise<T>): Promise<T> {
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  const iterator = linesOf(source.pipe(gunzip));
  const sum = createHash('sha256');
  const nextUnsummed = async () => {
    const { value, done } = await iterator.next().catch((error: Error) => {
      throw new MigrationError(`The backup can’t be read to its end: ${error.message}.`);
    });
    if (done) throw new MigrationError('The backup is incomplete: its end is missing.');
    return value as Buffer;
  };
  try {
    return await work({
      nextUnsummed,
      async next() {
        const line = await nextUnsummed();
        sum.update(line);
        return line;
      },
      assertChecksum(sha256) {
        if (sum.digest('hex') !== sha256)
          throw new MigrationError('The backup is damaged: its checksum is wrong.');
      },
    });
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

function headerOf(line: Buffer): Header {
  const header = parse<Header>(line);
  if (header.format !== FORMAT) throw new MigrationError('This is no backup of Commerce Service.');
  if (header.formatVersion > FORMAT_VERSION)
    throw new MigrationError(
      `This backup has format ${header.formatVersion}: use version ${header.version}, which took it.`,
    );
  return header;
}

function parse<T>(line: Buffer): T {
  try {
    return JSON.parse(line.toString()) as T;
  } catch {
    throw new MigrationError('The backup is damaged, or this is none.');
  }
}

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

/** The tables of the backup, empty, without foreign keys: returns the statements that add those. */
async function makeSchema(client: pg.Client, { migrations }: Header): Promise<string[]> {
  for (const { sql, inTransaction } of migrations)
    await client.query(inTransaction ? sql : sql.replace(/\bCONCURRENTLY\b/gi, ''));
  const tables = (await existingTables(client)).map((name) => client.escapeIdentifier(name));
  await client.query(`TRUNCATE ${tables.join(', ')}`);
  // What triggers would write is in the backup.
  for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  const { rows } = await client.query<{ drop: string; add: string }>(`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
           format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS add
    FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace AND conparentid = 0`);
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ add }) => add);
}

async function writeTable(client: pg.Client, { table, columns }: TableStart, lines: Lines): Promise<Content> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const stream: Writable = client.query(
    copyFrom(`COPY ${client.escapeIdentifier(table)} (${list}) FROM STDIN`),
  );
  const hash = new ContentHash();
  const failed = once(stream, 'finish');
  // It is waited for at the end, and whenever the stream is full.
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

function assertSame(found: Record<string, Content>, wanted: Record<string, Content>): void {
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    throw new MigrationError('The backup is damaged: its rows are not those that were written.');
}

async function setSequences(client: pg.Client, sequences: Footer['sequences']): Promise<void> {
  for (const [name, { last, isCalled }] of Object.entries(sequences))
    await client.query('SELECT setval($1::regclass, $2, $3)', [
      client.escapeIdentifier(name),
      last,
      isCalled,
    ]);
}
