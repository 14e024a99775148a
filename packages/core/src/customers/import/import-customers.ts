import { customerRow } from '@service/contract';
import { importsOf, presentImport } from '../../imports/index.ts';
import { applyRows } from './apply-rows.ts';
import { foreignReaderOf } from './foreign-readers.ts';

export const {
  receive: importCustomers,
  get: getCustomerImport,
  listRefused: listRefusedCustomers,
  process: processCustomerImports,
} = importsOf(
  {
    name: 'customers',
    row: customerRow,
    foreignReaderOf,
    applyRows,
    tables: ['customers', 'customer_addresses'],
  },
  presentImport,
);
