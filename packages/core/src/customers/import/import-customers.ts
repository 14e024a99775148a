import { customerRow, type operations, type ResponseOf } from '@service/contract';
import type { Context, SystemContext } from '../../context.ts';
import {
  type FileFormat,
  findImport,
  type ImportKind,
  type ImportOptions,
  listRefusedRows,
  presentImport,
  processImports,
  receiveImport,
} from '../../imports/index.ts';
import type { PageQuery } from '../../page.ts';
import { applyRows } from './apply-rows.ts';
import { foreignReaderOf } from './foreign-readers.ts';

type PresentedImport = ResponseOf<typeof operations.getCustomerImport>;

const CUSTOMERS: ImportKind = {
  name: 'customers',
  row: customerRow,
  foreignReaderOf,
  applyRows,
  tables: ['customers', 'customer_addresses'],
};

/** Receives a file of customers and leaves it to the worker. Refuses as `receiveImport` does. */
export async function importCustomers(
  ctx: Context,
  format: FileFormat,
  chunks: AsyncIterable<Uint8Array>,
  options?: ImportOptions,
): Promise<PresentedImport> {
  return presentImport(await receiveImport(ctx, CUSTOMERS, format, chunks, options));
}

/** Refuses with `not_found`, also while the file is still being received. */
export async function getCustomerImport(ctx: Context, id: string): Promise<PresentedImport> {
  return presentImport(await findImport(ctx, CUSTOMERS, id));
}

/** A page of the rows that were not taken, in the order of the file. */
export function listRefusedCustomers(ctx: Context, id: string, page: PageQuery) {
  return listRefusedRows(ctx, CUSTOMERS, id, page);
}

export function processCustomerImports(system: SystemContext, signal?: AbortSignal): Promise<void> {
  return processImports(system, CUSTOMERS, signal);
}
