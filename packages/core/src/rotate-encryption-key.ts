import { Prisma } from '@service/db';
import type { SystemContext } from './context.ts';

export interface ResealedColumn {
  /** `table.column` */
  name: string;
  /** How many secrets this run sealed with the first key. */
  resealed: number;
  /** How many secrets no listed key opens; they are left as they are. */
  unopened: number;
  /** The ids of the keys with which those were sealed. */
  missingKeys: string[];
}

export interface ResealOptions {
  batch?: number;
  /** Ends the run after the current batch; the next run continues there. */
  signal?: AbortSignal;
  /** Only counts the values that would be sealed again. */
  dryRun?: boolean;
}

interface SealedColumn {
  table: string;
  column: string;
  /** The primary key, with the types of its columns. */
  keys: { name: string; type: string }[];
}

interface SealedRow {
  key: string[];
  sealed: string;
}

interface ResealedRow extends SealedRow {
  resealed: string;
}

const BATCH = 200;

/**
 * Seals every stored secret that another key sealed with the first key of SECRETS_KEY. It keeps no record: a secret that is done
 * begins with the first key's id, so a run that was interrupted is simply started again. It can run beside other processes,
 * because a row is only changed if it still holds the value that was read; another pass finds what they changed meanwhile, and
 * the last pass finds nothing to do.
 */
export async function rotateEncryptionKey(
  system: SystemContext,
  options: ResealOptions = {},
): Promise<ResealedColumn[]> {
  const columns = await findSealedColumns(system);
  const report = columns.map(({ table, column }) => ({
    name: `${table}.${column}`,
    resealed: 0,
    unopened: 0,
    missingKeys: [] as string[],
  }));
  let changed: number;
  do {
    changed = 0;
    for (const [index, column] of columns.entries()) {
      const pass = await resealColumn(system, column, options);
      const entry = report[index] as ResealedColumn;
      entry.resealed += pass.resealed;
      entry.unopened = pass.unopened;
      entry.missingKeys = [...pass.missingKeys].sort();
      changed += pass.resealed;
    }
  } while (changed > 0 && !options.dryRun && !options.signal?.aborted);
  return report;
}

/** One pass over a column, in the order of the primary key. */
async function resealColumn(
  system: SystemContext,
  column: SealedColumn,
  { batch = BATCH, signal, dryRun = false }: ResealOptions,
): Promise<{ resealed: number; unopened: number; missingKeys: Set<string> }> {
  let resealed = 0;
  let unopened = 0;
  const missingKeys = new Set<string>();
  let after: string[] | undefined;
  while (!signal?.aborted) {
    const rows = await readSealedOtherwise(system, column, after, batch);
    const opened: ResealedRow[] = [];
    for (const row of rows) {
      const resealed = reseal(system, row.sealed);
      if (resealed) opened.push({ ...row, resealed });
      else missingKeys.add(row.sealed.split('.')[1] ?? '');
    }
    unopened += rows.length - opened.length;
    if (dryRun) resealed += opened.length;
    else if (opened.length > 0) resealed += await writeSealed(system, column, opened);
    if (rows.length < batch) break;
    after = rows.at(-1)?.key;
  }
  return { resealed, unopened, missingKeys };
}

/** Returns undefined if no listed key opens the text; it is counted under the id of the key that it needs. */
function reseal({ services }: SystemContext, sealed: string): string | undefined {
  try {
    return services.sealer.seal(services.sealer.open(sealed));
  } catch {
    return undefined;
  }
}

/**
 * Input: nothing. Output: every column whose name ends in `_sealed`, with the primary key of its table. Why from the database's
 * catalogue: every sealed column has such a name, so a column that a later migration adds can't be forgotten here.
 */
function findSealedColumns(system: SystemContext): Promise<SealedColumn[]> {
  return system.db.sql<SealedColumn[]>`
    SELECT c.relname::text AS "table", a.attname::text AS "column", (
      SELECT json_agg(json_build_object('name', k.attname, 'type', format_type(k.atttypid, NULL)) ORDER BY p.place)
      FROM pg_index i
      CROSS JOIN unnest(i.indkey) WITH ORDINALITY AS p(number, place)
      JOIN pg_attribute k ON k.attrelid = c.oid AND k.attnum = p.number
      WHERE i.indrelid = c.oid AND i.indisprimary
    ) AS keys
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = current_schema()::regnamespace AND a.attname LIKE '%\\_sealed'
    ORDER BY 1, 2`;
}

/**
 * Input: a column, and the primary key after which to continue. Output: rows that another key than the first sealed. Why by the
 * primary key: each batch starts in the index where the previous one ended.
 */
function readSealedOtherwise(
  { db, services }: SystemContext,
  { table, column, keys }: SealedColumn,
  after: string[] | undefined,
  limit: number,
): Promise<SealedRow[]> {
  const names = Prisma.join(keys.map(({ name }) => identifier(name)));
  const further = after
    ? Prisma.sql`AND (${names}) > (${Prisma.join(keys.map(({ type }, at) => Prisma.sql`${after[at]}::${Prisma.raw(type)}`))})`
    : Prisma.empty;
  return db.sql<SealedRow[]>`
    SELECT ARRAY[${Prisma.join(keys.map(({ name }) => Prisma.sql`${identifier(name)}::text`))}] AS key,
           ${identifier(column)} AS sealed
    FROM ${identifier(table)}
    WHERE ${identifier(column)} IS NOT NULL AND NOT starts_with(${identifier(column)}, ${services.sealer.newest}) ${further}
    ORDER BY ${names}
    LIMIT ${limit}`;
}

/** Input: rows and their new values. Output: how many still held the value that was read, and were changed. */
function writeSealed(
  { db }: SystemContext,
  { table, column, keys }: SealedColumn,
  rows: ResealedRow[],
): Promise<number> {
  const isSame = keys.map(
    ({ name, type }, at) =>
      Prisma.sql`t.${identifier(name)} = made.key[${Prisma.raw(String(at + 1))}]::${Prisma.raw(type)}`,
  );
  return db.sql.count`
    UPDATE ${identifier(table)} t SET ${identifier(column)} = made.resealed
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS made(key text[], sealed text, resealed text)
    WHERE ${Prisma.join(isSame, ' AND ')} AND t.${identifier(column)} = made.sealed`;
}

function identifier(name: string): Prisma.Sql {
  return Prisma.raw(`"${name.replaceAll('"', '""')}"`);
}
