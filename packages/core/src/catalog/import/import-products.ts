import { importRow, type operations, type ResponseOf } from '@service/contract';
import type { FileImportModel } from '@service/db';
import type { Context, SystemContext } from '../../context.ts';
import {
  type FileFormat,
  findImport,
  type ImportKind,
  type ImportOptions,
  listRefusedRows as listRefusedRowsOf,
  presentImport,
  processImports as processImportsOf,
  receiveImport,
} from '../../imports/index.ts';
import type { PageQuery } from '../../page.ts';
import { applyRows } from './apply-rows.ts';
import { foreignReaderOf } from './foreign-readers.ts';

type PresentedImport = ResponseOf<typeof operations.getProductImport>;

const PRODUCTS: ImportKind = {
  name: 'products',
  row: importRow,
  foreignReaderOf,
  applyRows,
  tables: ['products', 'variants'],
};

/** Receives a file of products and leaves it to the worker. Refuses as `receiveImport` does. */
export async function importProducts(
  ctx: Context,
  format: FileFormat,
  chunks: AsyncIterable<Uint8Array>,
  options?: ImportOptions,
): Promise<PresentedImport> {
  return present(await receiveImport(ctx, PRODUCTS, format, chunks, options));
}

/** Refuses with `not_found`, also while the file is still being received. */
export async function getProductImport(ctx: Context, id: string): Promise<PresentedImport> {
  return present(await findImport(ctx, PRODUCTS, id));
}

/** A page of the rows that were not taken, in the order of the file. */
export function listRefusedRows(ctx: Context, id: string, page: PageQuery) {
  return listRefusedRowsOf(ctx, PRODUCTS, id, page);
}

export function processImports(system: SystemContext, signal?: AbortSignal): Promise<void> {
  return processImportsOf(system, PRODUCTS, signal);
}

function present(found: FileImportModel): PresentedImport {
  return { ...presentImport(found), changes: found.changes as PresentedImport['changes'] };
}
