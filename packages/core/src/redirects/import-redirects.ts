import { type operations, type ResponseOf, redirectRow } from '@service/contract';
import type { Context, SystemContext, Transaction } from '../context.ts';
import {
  createRowChecker,
  type FileFormat,
  type ForeignRow,
  findImport,
  type ImportKind,
  type ImportOptions,
  type ImportRow,
  knownMembers,
  type Line,
  listRefusedRows,
  presentImport,
  processImports,
  type RowOutcome,
  receiveImport,
} from '../imports/index.ts';
import type { PageQuery } from '../page.ts';
import { type NewRedirect, setRedirects } from './set-redirects.ts';

type PresentedImport = ResponseOf<typeof operations.getRedirectImport>;

const openChecker = createRowChecker(redirectRow);

const REDIRECTS: ImportKind = {
  name: 'redirects',
  row: redirectRow,
  foreignReaderOf: (columns) => (columns.includes('redirect from') ? readShopify : undefined),
  applyRows,
  tables: ['redirects'],
};

/** Reads an export of the redirects of Shopify. */
async function* readShopify(lines: AsyncIterable<Line>): AsyncGenerator<ForeignRow> {
  for await (const line of lines) yield { row: { from: line['redirect from'], to: line['redirect to'] } };
}

async function applyRows(tx: Transaction, rows: readonly ImportRow[]): Promise<RowOutcome[]> {
  const checkRow = await openChecker();
  const read = rows.map(({ data, reason }): NewRedirect | string => {
    const row = knownMembers(data, redirectRow);
    const problem = checkRow(row);
    if (reason !== null) return reason;
    return problem ? `${problem.path} ${problem.message}`.trim() : (row as NewRedirect);
  });
  const outcomes = await setRedirects(
    tx,
    read.filter((row) => typeof row !== 'string'),
  );
  return rows.map(({ number }, at): RowOutcome => {
    const row = read[at] as NewRedirect | string;
    if (typeof row === 'string') return { number, outcome: 'refused', reason: row };
    const result = outcomes.shift() as (typeof outcomes)[number];
    const reason = result.outcome === 'refused' ? `/${result.member} ${result.reason}` : null;
    return { number, outcome: result.outcome, reason };
  });
}

/** Receives a file of redirects and leaves it to the worker. Refuses as `receiveImport` does. */
export async function importRedirects(
  ctx: Context,
  format: FileFormat,
  chunks: AsyncIterable<Uint8Array>,
  options?: ImportOptions,
): Promise<PresentedImport> {
  return presentImport(await receiveImport(ctx, REDIRECTS, format, chunks, options));
}

/** Refuses with `not_found`, also while the file is still being received. */
export async function getRedirectImport(ctx: Context, id: string): Promise<PresentedImport> {
  return presentImport(await findImport(ctx, REDIRECTS, id));
}

/** A page of the rows that were not taken, in the order of the file. */
export function listRefusedRedirects(ctx: Context, id: string, page: PageQuery) {
  return listRefusedRows(ctx, REDIRECTS, id, page);
}

export function processRedirectImports(system: SystemContext, signal?: AbortSignal): Promise<void> {
  return processImports(system, REDIRECTS, signal);
}
