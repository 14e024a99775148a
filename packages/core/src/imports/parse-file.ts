import { Readable } from 'node:stream';
import { refuse, ServiceError } from '@service/contract';
import { loadLater, parseBoundedJson } from '@service/jobs/primitives';
import { restore } from '../csv-formulas.ts';
import type { Line } from './foreign-lines.ts';
import type { ImportKind, RowSchema } from './kind.ts';

export type FileFormat = 'csv' | 'ndjson';

/** A row of the file as it came, as JSON, or why it can't even be kept as a row. */
export interface FileRow {
  json: string | null;
  reason: string | null;
}

/** More than a row can have that fits the schema. */
const BOUNDS = { maxDepth: 12, maxValues: 2000 };

const MAX_LINE = 256 * 1024;
const MAX_FILE_MIB = 64;
/** An export with the fields of many plugins has some hundred. */
const MAX_COLUMNS = 1000;

/** Reads a file piece by piece; never holds more of it than a line. Refuses what isn't text or has no end. */
export function parseFile(
  chunks: AsyncIterable<Uint8Array>,
  format: FileFormat,
  kind: Pick<ImportKind, 'row' | 'foreignReaderOf'>,
): AsyncGenerator<FileRow> {
  return format === 'csv' ? readCsv(decode(chunks), kind) : readLines(decode(chunks), kind.row);
}

async function* decode(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let left = MAX_FILE_MIB * 1024 * 1024;
  try {
    for await (const chunk of chunks) {
      left -= chunk.length;
      if (left < 0) refuse('payload_too_large', `The file is larger than ${MAX_FILE_MIB} MiB.`);
      yield utf8.decode(chunk, { stream: true });
    }
    yield utf8.decode();
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    refuse('validation_failed', 'The file is not UTF-8, or the upload was interrupted.');
  }
}

async function* readLines(texts: AsyncIterable<string>, schema: RowSchema): AsyncGenerator<FileRow> {
  let rest = '';
  for await (const text of texts) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield parseLine(line, schema);
    if (rest.length > MAX_LINE) refuse('payload_too_large', 'A line is longer than 256 KiB.');
  }
  if (rest.trim() !== '') yield parseLine(rest, schema);
}

function parseLine(line: string, schema: RowSchema): FileRow {
  try {
    return storable(parseBoundedJson(line, BOUNDS), schema);
  } catch (error) {
    return refused(error instanceof RangeError ? `The row ${error.message}.` : 'The line is not JSON.');
  }
}

async function* readCsv(
  texts: AsyncIterable<string>,
  { row: schema, foreignReaderOf }: Pick<ImportKind, 'row' | 'foreignReaderOf'>,
): AsyncGenerator<FileRow> {
  const records = readRecords(texts);
  const { value: columns, done } = await records.next();
  if (done) return;
  const readForeign = foreignReaderOf(columns.map(lowerCase));
  if (!readForeign) for await (const cells of records) yield readRecord(columns, cells, schema);
  else
    for await (const { row, refused: reason = null } of readForeign(linesOf(columns.map(lowerCase), records)))
      yield { ...storable(row, schema), ...(reason === null ? {} : { reason }) };
}

function lowerCase(column: string): string {
  return column.trim().toLowerCase();
}

/** The lines of the file, the header first. */
async function* readRecords(texts: AsyncIterable<string>): AsyncGenerator<string[], undefined> {
  const { CsvError, parse } = await loadLater(() => import('csv-parse'));
  const { delimiter, whole } = await findDelimiter(texts);
  const options = { delimiter, bom: true, skip_empty_lines: true, relax_column_count: true };
  const records = Readable.from(whole).compose(parse({ ...options, max_record_size: MAX_LINE }));
  try {
    for await (const cells of records as AsyncIterable<string[]>) {
      if (cells.length > MAX_COLUMNS)
        refuse('validation_failed', `A line has ${cells.length} cells, and ${MAX_COLUMNS} is the most.`);
      yield cells;
    }
  } catch (error) {
    if (error instanceof CsvError)
      refuse(
        'validation_failed',
        `The file is not valid CSV after line ${error.lines ?? 1}: ${error.message}`,
      );
    throw error;
  }
}

/** Those of a file that another program wrote, so that one of another length means that it was damaged. */
async function* linesOf(columns: readonly string[], records: AsyncIterable<string[]>): AsyncGenerator<Line> {
  let line = 1;
  for await (const cells of records) {
    line += 1;
    if (cells.length !== columns.length)
      refuse(
        'validation_failed',
        `Line ${line} has ${cells.length} cells, and the header ${columns.length}.`,
      );
    yield Object.fromEntries(columns.map((column, at) => [column, restore(cells[at] ?? '')]));
  }
}

const DELIMITERS = [',', ';', '\t'] as const;

/** Returns what separates the names of the first line most often: programs of many languages write semicolons. */
async function findDelimiter(
  texts: AsyncIterable<string>,
): Promise<{ delimiter: string; whole: AsyncIterable<string> }> {
  const rest = texts[Symbol.asyncIterator]();
  let head = '';
  while (!head.includes('\n') && head.length < MAX_LINE) {
    const { value, done } = await rest.next();
    if (done) break;
    head += value;
  }
  const [line = ''] = head.split('\n', 1);
  const count = (delimiter: string) => line.split(delimiter).length;
  const delimiter = DELIMITERS.reduce((most, each) => (count(each) > count(most) ? each : most));
  async function* whole() {
    yield head;
    yield* { [Symbol.asyncIterator]: () => rest };
  }
  return { delimiter, whole: whole() };
}

/** A price with a comma that isn't quoted makes a cell more, and would be taken for a hundredth of itself. */
function readRecord(columns: readonly string[], cells: readonly string[], schema: RowSchema): FileRow {
  if (cells.length !== columns.length)
    return refused(
      `The row has ${cells.length} cells, and the header ${columns.length}: quote a cell that has the separator in it.`,
    );
  const texts = Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? '']));
  return storable(readCells(texts, schema), schema);
}

/** A cell is read as the type of its column where it can be; what can't is left to the check of the row. */
function readCells(cells: Record<string, string>, schema: RowSchema): Record<string, unknown> {
  const given = Object.entries(cells).filter(([, text]) => text !== '');
  return Object.fromEntries(given.map(([column, text]) => [column, readCell(column, text, schema)]));
}

function readCell(column: string, text: string, { properties }: RowSchema): unknown {
  const columns = properties as Record<string, { type?: string | string[] }>;
  const types = Object.hasOwn(columns, column) ? [columns[column]?.type ?? []].flat() : [];
  if (types.includes('string')) return restore(text);
  try {
    // Spreadsheets write TRUE.
    return parseBoundedJson(types.includes('boolean') ? text.toLowerCase() : text, BOUNDS);
  } catch {
    return text;
  }
}

/** Unknown members are dropped, never assigned. What is no row stays as it is, to be refused. */
export function knownMembers(row: unknown, { properties }: RowSchema): unknown {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return row;
  return Object.fromEntries(Object.entries(row).filter(([member]) => Object.hasOwn(properties, member)));
}

/** Postgres stores neither NUL nor half a surrogate pair. */
function storable(given: unknown, schema: RowSchema): FileRow {
  const json = JSON.stringify(knownMembers(given, schema));
  return /\\u(?:0000|d[89a-f])/i.test(json)
    ? refused('The row holds a NUL character or half a surrogate pair.')
    : { json, reason: null };
}

function refused(reason: string): FileRow {
  return { json: null, reason };
}
