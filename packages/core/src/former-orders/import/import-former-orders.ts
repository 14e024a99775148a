import { formerOrderRow } from '@service/contract';
import { importsOf, presentImport } from '../../imports/index.ts';
import { applyRows } from './apply-rows.ts';
import { foreignReaderOf } from './foreign-readers.ts';

export const {
  receive: importFormerOrders,
  get: getFormerOrderImport,
  listRefused: listRefusedFormerOrders,
  process: processFormerOrderImports,
} = importsOf(
  { name: 'former_orders', row: formerOrderRow, foreignReaderOf, applyRows, tables: ['former_orders'] },
  presentImport,
);
