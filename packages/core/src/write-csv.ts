import { loadLater } from '@service/jobs/primitives';
import { neutralise } from './csv-formulas.ts';

/**
 * Pages of rows as CSV below their header. Text that a spreadsheet would run as a formula gets an apostrophe, except in the
 * columns of `numbers`.
 */
export async function* writeCsv(
  head: readonly string[],
  pages: AsyncIterable<readonly (readonly unknown[])[]>,
  numbers: readonly string[] = [],
): AsyncGenerator<string> {
  const areNumbers = new Set<unknown>(numbers.map((name) => head.indexOf(name)));
  const { stringify } = await loadLater(() => import('csv-stringify/sync'));
  yield stringify([[...head]]);
  for await (const rows of pages)
    yield stringify([...rows], {
      cast: {
        boolean: String,
        object: (value) => JSON.stringify(value),
        string: (text, { column }) => (areNumbers.has(column) ? text : neutralise(text)),
      },
      // Otherwise, a spreadsheet that splits at these characters would find a formula after one.
      quoted_match: /[;\t]/,
    });
}

/** Reads rows page by page, each page after the last row of the previous one, until one isn't full. */
export async function* pagesOf<Row>(
  size: number,
  readPage: (after: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let rows: Row[];
  let last: Row | undefined;
  do {
    rows = await readPage(last);
    yield rows;
    last = rows.at(-1);
  } while (rows.length === size);
}

/** Columns of an object in a row, such as `billingName` and `billingPostalCode`. */
export function columnsOf(part: string, names: readonly string[]): string[] {
  return names.map((name) => part + name.replace(/^./, (letter) => letter.toUpperCase()));
}

/** The cell is empty if there are none. */
export function metadataCell(metadata: Record<string, unknown>): Record<string, unknown> | null {
  return Object.keys(metadata).length > 0 ? metadata : null;
}
