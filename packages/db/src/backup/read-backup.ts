import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CORE_VERSION } from '@service/contract';
import { MigrationError } from '../migration-error.ts';
import { type Migration, migrationNames, readMigration } from '../migrations.ts';
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
  type TableStart,
} from './format.ts';

/** Opens a backup from its beginning. It is opened twice, because nothing is done with a file that isn't whole. */
export type BackupSource = () => Readable | Promise<Readable>;

export interface CheckOptions {
  /** Accepts migrations that this release doesn't have, and so runs SQL that only the file knows, as the owner. */
  trustSql?: boolean | undefined;
  /** Called for each table before it is read, in each pass. */
  onTable?: ((name: string) => void) | undefined;
}

export interface BackupSummary {
  header: Header;
  tables: Record<string, Content>;
  rows: number;
}

export interface Reader {
  onHeader(header: Header): Promise<void>;
  /** Reads the rows up to their end. */
  onTable(start: TableStart, lines: Lines): Promise<Content>;
  onEnd(footer: Footer): Promise<void>;
}

export interface Lines {
  next(): Promise<Buffer>;
  nextUnsummed(): Promise<Buffer>;
  assertChecksum(sha256: string): void;
}

/**
 * Reads a backup to its end without a database.
 * @throws {MigrationError} unless it is whole, has rows, and has only SQL of this release
 */
export async function checkBackup(
  source: BackupSource,
  { trustSql, onTable }: CheckOptions = {},
): Promise<BackupSummary> {
  const summary = await readBackup(source, {
    async onHeader(header) {
      migrationsOf(header, { trustSql });
    },
    async onTable({ table }, lines) {
      onTable?.(table);
      const hash = new ContentHash();
      for (let line = await lines.next(); !line.equals(END_OF_TABLE); line = await lines.next())
        hash.add(line);
      return hash.content();
    },
    onEnd: async () => {},
  });
  if (summary.rows === 0) throw new MigrationError('The backup is empty: it has no rows.');
  return summary;
}

/** Reads a backup to its end, and throws unless it is whole. */
export async function readBackup(
  source: BackupSource,
  { onHeader, onTable, onEnd }: Reader,
): Promise<BackupSummary> {
  return readLines(await source(), async (lines) => {
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

/**
 * Returns the migrations that make the schema of a backup. A file may have been tampered with, so a migration is identified by
 * the hash of its SQL, not by its name.
 */
export function migrationsOf(
  { migrations, version }: Header,
  { trustSql }: Pick<CheckOptions, 'trustSql'>,
): Pick<Migration, 'name' | 'sql' | 'inTransaction'>[] {
  const known = new Set(migrationNames().map((name) => readMigration(name).checksum));
  const unknown = migrations.filter(
    ({ sql }) => !known.has(createHash('sha256').update(String(sql)).digest('hex')),
  );
  if (unknown.length > 0 && !trustSql)
    throw new MigrationError(
      `The backup has migrations that version ${CORE_VERSION} doesn’t have (${unknown.map(({ name }) => name).join(', ')}), and restoring it would run them as the owner of the database. Use version ${version}, which took it, or --trust-sql for a file that only you could write.`,
    );
  return migrations;
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

/** The ids are printed, so a file must not put any other text in their place. */
function isKeyId(text: unknown): boolean {
  return typeof text === 'string' && /^[0-9a-f]{8}$/.test(text);
}

function headerOf(line: Buffer): Header {
  const header = parse<Header>(line);
  if (header.format !== FORMAT) throw new MigrationError('This is no backup of Commerce Service.');
  if (header.formatVersion > FORMAT_VERSION)
    throw new MigrationError(
      `This backup has format ${header.formatVersion}: use version ${header.version}, which took it.`,
    );
  const { migrations, sealedWith = [] } = header;
  if (!Array.isArray(migrations) || !Array.isArray(sealedWith) || !sealedWith.every(isKeyId))
    throw new MigrationError('The backup is damaged, or this is none.');
  return header;
}

function parse<T>(line: Buffer): T {
  try {
    return JSON.parse(line.toString()) as T;
  } catch {
    throw new MigrationError('The backup is damaged, or this is none.');
  }
}

function assertSame(found: Record<string, Content>, wanted: Record<string, Content>): void {
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    throw new MigrationError('The backup is damaged: its rows are not those that were written.');
}
