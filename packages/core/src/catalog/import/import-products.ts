import { importRow, type operations, type ResponseOf } from '@service/contract';
import type { FileImportModel } from '@service/db';
import { importsOf, presentImport } from '../../imports/index.ts';
import { applyRows } from './apply-rows.ts';
import { foreignReaderOf } from './foreign-readers.ts';

type PresentedImport = ResponseOf<typeof operations.getProductImport>;

export const {
  receive: importProducts,
  get: getProductImport,
  listRefused: listRefusedRows,
  process: processImports,
} = importsOf(
  { name: 'products', row: importRow, foreignReaderOf, applyRows, tables: ['products', 'variants'] },
  present,
);

function present(found: FileImportModel): PresentedImport {
  return { ...presentImport(found), changes: found.changes as PresentedImport['changes'] };
}
