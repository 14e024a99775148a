import type { FileImportModel } from '@service/db';
import type { Context, SystemContext } from '../context.ts';
import type { PageQuery } from '../page.ts';
import type { ImportKind } from './kind.ts';
import type { FileFormat } from './parse-file.ts';
import { processImports } from './process-batches.ts';
import { findImport, type ImportOptions, listRefusedRows, receiveImport } from './receive-file.ts';

/** What operators and the worker do with files of one kind. */
export function importsOf<Presented>(kind: ImportKind, present: (found: FileImportModel) => Presented) {
  return {
    /** Receives a file and leaves it to the worker. Refuses as `receiveImport` does. */
    receive: async (
      ctx: Context,
      format: FileFormat,
      chunks: AsyncIterable<Uint8Array>,
      options?: ImportOptions,
    ): Promise<Presented> => present(await receiveImport(ctx, kind, format, chunks, options)),
    /** Refuses with `not_found`, also while the file is still being received. */
    get: async (ctx: Context, id: string): Promise<Presented> => present(await findImport(ctx, kind, id)),
    /** A page of the rows that were not taken, in the order of the file. */
    listRefused: (ctx: Context, id: string, page: PageQuery) => listRefusedRows(ctx, kind, id, page),
    /** A job of the worker. */
    process: (system: SystemContext, signal?: AbortSignal): Promise<void> =>
      processImports(system, kind, signal),
  };
}
