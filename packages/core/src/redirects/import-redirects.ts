import { redirectRow } from '@service/contract';
import type { Transaction } from '../context.ts';
import {
  createRowChecker,
  type ForeignRow,
  type ImportRow,
  importsOf,
  knownMembers,
  type Line,
  presentImport,
  type RowOutcome,
} from '../imports/index.ts';
import { type NewRedirect, setRedirects } from './set-redirects.ts';

const openChecker = createRowChecker(redirectRow);

export const {
  receive: importRedirects,
  get: getRedirectImport,
  listRefused: listRefusedRedirects,
  process: processRedirectImports,
} = importsOf(
  {
    name: 'redirects',
    row: redirectRow,
    foreignReaderOf: (columns) => (columns.includes('redirect from') ? readShopify : undefined),
    applyRows,
    tables: ['redirects'],
  },
  presentImport,
);

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
