import { createHash } from 'node:crypto';

/**
 * A backup is gzip of lines: the header, then each table (its line, its rows as COPY writes them, `\.`), then the footer
 * and the checksum of everything before that. It holds the database alone: no setting, and so no key.
 */
export const FORMAT = 'commerce-backup';
export const FORMAT_VERSION = 1;

export interface Header {
  format: typeof FORMAT;
  formatVersion: number;
  /** The version of the release that made the backup. */
  version: string;
  /** The version of the newest release that had migrated the database. */
  databaseVersion: string | null;
  createdAt: string;
  postgres: string;
  /** The ids of the keys that have sealed what is in it; a backup of an older release doesn't name them. */
  sealedWith?: string[];
  /**
   * The migrations that make the schema of the rows, in order, with their SQL: a backup needs no other release to be restored.
   */
  migrations: { name: string; sql: string; inTransaction: boolean }[];
}

export interface TableStart {
  table: string;
  columns: string[];
}

/** A summary of a table's rows that doesn't depend on their order. */
export interface Content {
  rows: number;
  hash: string;
}

export interface Footer {
  tables: Record<string, Content>;
  sequences: Record<string, { last: string; isCalled: boolean }>;
}

export interface Checksum {
  sha256: string;
}

export const END_OF_TABLE = Buffer.from('\\.\n');

/** The format of values in COPY must not depend on the settings of a server. */
export const SESSION = `SET datestyle = 'ISO, MDY'; SET intervalstyle = 'postgres'; SET timezone = 'UTC'; SET bytea_output = 'hex';
  SET extra_float_digits = 1; SET client_encoding = 'UTF8'; SET statement_timeout = 0; SET lock_timeout = '60s';
  SET idle_in_transaction_session_timeout = 0`;

const MODULUS = 1n << 256n;

/** Adds up the hashes of rows: the sum doesn't depend on their order, and a doubled row changes it. */
export class ContentHash {
  #rows = 0;
  #sum = 0n;

  add(row: Uint8Array): void {
    this.#rows += 1;
    this.#sum = (this.#sum + BigInt(`0x${createHash('sha256').update(row).digest('hex')}`)) % MODULUS;
  }

  content(): Content {
    return { rows: this.#rows, hash: this.#sum.toString(16).padStart(64, '0') };
  }
}

/** Cuts a stream into lines, each with its line feed. */
export async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  for await (const chunk of stream) {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      const line = chunk.subarray(from, end + 1);
      yield rest.length > 0 ? Buffer.concat([...rest, line]) : line;
      rest = [];
      from = end + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
  }
  if (rest.length > 0) yield Buffer.concat(rest);
}
