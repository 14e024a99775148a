import { formerOrderRow, type operations, type ResponseOf } from '@service/contract';
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

type PresentedImport = ResponseOf<typeof operations.getFormerOrderImport>;

const FORMER_ORDERS: ImportKind = {
  name: 'former_orders',
  row: formerOrderRow,
  foreignReaderOf,
  applyRows,
  tables: ['former_orders'],
};

/** Receives a file of orders and leaves it to the worker. Refuses as `receiveImport` does. */
export async function importFormerOrders(
  ctx: Context,
  format: FileFormat,
  chunks: AsyncIterable<Uint8Array>,
  options?: ImportOptions,
): Promise<PresentedImport> {
  return presentImport(await receiveImport(ctx, FORMER_ORDERS, format, chunks, options));
}

/** Refuses with `not_found`, also while the file is still being received. */
export async function getFormerOrderImport(ctx: Context, id: string): Promise<PresentedImport> {
  return presentImport(await findImport(ctx, FORMER_ORDERS, id));
}

/** A page of the rows that were not taken, in the order of the file. */
export function listRefusedFormerOrders(ctx: Context, id: string, page: PageQuery) {
  return listRefusedRows(ctx, FORMER_ORDERS, id, page);
}

export function processFormerOrderImports(system: SystemContext, signal?: AbortSignal): Promise<void> {
  return processImports(system, FORMER_ORDERS, signal);
}
