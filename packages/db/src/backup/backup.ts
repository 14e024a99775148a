import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { CORE_VERSION } from '@service/contract';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { MigrationError } from '../migration-error.ts';
import { type MigrateOptions, type MigrationStatus, readStatus } from '../migration-status.ts';
import { migrationNames, readMigration } from '../migrations.ts';
import { withOwner } from '../owner.ts';
import { rowsOfTenant } from '../rows-of-tenant.ts';
import { readSealingKeys } from '../sealing-keys.ts';
import { TABLES } from '../tables.ts';
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
} from './format.ts';

export interface BackupOptions {
  dir?: string | undefined;
  /** Called again and again with the table that is being read, and the progress from 0 to 1, by the size of tables. */
  onProgress?: ((table: string, done: number) => void) | undefined;
  /** Only the rows of this store: restored, the backup is a deployment with one store. */
  tenantId?: string | undefined;
}

export interface BackupSummary {
  databaseVersion: string | null;
  tables: Record<string, Content>;
  rows: number;
}

/**
 * Writes everything in the database to `sink` as of one moment, beside running processes, and ends it. The database user
 * is the owner of the tables.
 */
export function backup(
  databaseUrl: string,
  sink: Writable,
  options: BackupOptions = {},
): Promise<BackupSummary> {
  return withOwner(databaseUrl, async (client) => {
    await client.query(SESSION);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    // Each node of Citus is then read by one transaction, which sees all of its stores as of one moment.
    await client.query('SET LOCAL citus.max_adaptive_executor_pool_size = 1');
    const header = await headerOf(client, options);
    const writer = createWriter(sink);
    await writer.line(header);
    const tables: Footer['tables'] = {};
    const { rows } = await client.query<{ name: string; columns: string[]; bytes: number }>(TABLES);
    const measure = measureProgress(rows, options.onProgress);
    for (const { name, columns } of rows) {
      const addBytes = measure(name);
      await writer.line({ table: name, columns });
      tables[name] = await readTable(client, { name, columns, tenantId: options.tenantId }, (line) => {
        addBytes(line.length);
        return writer.raw(line);
      });
      await writer.raw(END_OF_TABLE);
    }
    await writer.line({ tables, sequences: await readSequences(client) } satisfies Footer);
    await writer.end();
    await client.query('COMMIT');
    const count = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
    return { databaseVersion: header.databaseVersion, tables, rows: count };
  });
}

/** A table counts by its size on disk, which is only roughly proportional to its text. */
function measureProgress(tables: { name: string; bytes: number }[], onProgress: BackupOptions['onProgress']) {
  const total = tables.reduce((sum, { bytes }) => sum + bytes, 0);
  let before = 0;
  return (table: string) => {
    const size = tables.find(({ name }) => name === table)?.bytes ?? 0;
    const start = before;
    let read = 0;
    before += size;
    onProgress?.(table, start / total);
    return (bytes: number) => {
      read += bytes;
      onProgress?.(table, (start + Math.min(read, size)) / total);
    };
  };
}

/** Returns the content of every table, or of each named one, as a backup of this moment would have it. */
export async function readContents(
  client: pg.Client,
  names?: readonly string[],
): Promise<Record<string, Content>> {
  const contents: Record<string, Content> = {};
  const { rows } = await client.query<{ name: string; columns: string[] }>(TABLES);
  for (const { name, columns } of rows.filter((table) => !names || names.includes(table.name)))
    contents[name] = await readTable(client, { name, columns }, () => undefined);
  return contents;
}

async function readTable(
  client: pg.Client,
  { name, columns, tenantId }: { name: string; columns: string[]; tenantId?: string | undefined },
  write: (line: Buffer) => Promise<void> | undefined,
): Promise<Content> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const condition = tenantId === undefined ? undefined : rowsOfTenant({ name, columns });
  // COPY takes no parameters, and by name it reads no table that has partitions.
  const where = condition && `WHERE ${condition.replace('$1', client.escapeLiteral(tenantId ?? ''))}`;
  const source = `SELECT ${list} FROM ${client.escapeIdentifier(name)} ${where ?? ''}`;
  const stream = client.query(copyTo(`COPY (${source}) TO STDOUT`));
  const hash = new ContentHash();
  for await (const line of linesOf(stream)) {
    hash.add(line);
    await write(line);
  }
  return hash.content();
}

async function headerOf(client: pg.Client, { dir, tenantId }: BackupOptions): Promise<Header> {
  const options: MigrateOptions = dir === undefined ? {} : { dir };
  const { applied, database }: MigrationStatus = await readStatus(client, options);
  if (applied.length === 0)
    throw new MigrationError('This database has never been migrated: there is nothing to back up.');
  const known = new Set(migrationNames(dir));
  const unknown = applied.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new MigrationError(
      `The database has migrations that version ${CORE_VERSION} doesn’t know (${unknown.join(', ')}): take the backup with the release that made them.`,
    );
  const { rows } = await client.query('SHOW server_version');
  return {
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    version: CORE_VERSION,
    databaseVersion: database?.version ?? null,
    createdAt: new Date().toISOString(),
    postgres: rows[0].server_version,
    sealedWith: (await readSealingKeys(client, tenantId)).map(({ id }) => id),
    migrations: applied.map((name) => {
      const { sql, inTransaction } = readMigration(name, dir);
      return { name, sql, inTransaction };
    }),
  };
}

async function readSequences(client: pg.Client): Promise<Footer['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relkind = 'S' AND relnamespace = current_schema()::regnamespace AND relname NOT LIKE 'bull%' ORDER BY 1`,
  );
  const sequences: Footer['sequences'] = {};
  for (const { name } of rows) {
    const values = await client.query(
      `SELECT last_value AS last, is_called FROM ${client.escapeIdentifier(name)}`,
    );
    sequences[name] = { last: values.rows[0].last, isCalled: values.rows[0].is_called };
  }
  return sequences;
}

/** Compresses, keeps the checksum, and waits while the sink is slow. */
function createWriter(sink: Writable) {
  const gzip = createGzip({ level: 6 });
  const done = pipeline(gzip, sink, { end: sink !== process.stdout });
  // Awaited at the end; until then a rejection must not count as unhandled.
  done.catch(() => undefined);
  const sum = createHash('sha256');
  const failed = done.then(() => new Promise<never>(() => {}));
  failed.catch(() => undefined);
  const raw = async (bytes: Buffer) => {
    sum.update(bytes);
    if (!gzip.write(bytes)) await Promise.race([once(gzip, 'drain'), failed]);
  };
  const bytesOf = (value: object) => Buffer.from(`${JSON.stringify(value)}\n`);
  return {
    raw,
    line: (value: object) => raw(bytesOf(value)),
    async end() {
      gzip.end(bytesOf({ sha256: sum.digest('hex') } satisfies Checksum));
      await done;
    },
  };
}
