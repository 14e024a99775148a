import { defineOperation } from '../../operation.ts';
import { refusedRow } from '../../resources/import-progress.ts';
import { IMPORT_EXAMPLE, productImport } from '../../resources/product-import.ts';
import { list, pageOf, pageQuery } from '../../schema.ts';

export const getProductImport = defineOperation({
  endpoint: 'GET /admin/v1/product-imports/{id}',
  summary: 'Get the progress of an import',
  description: 'It is completed when every row is processed, refused ones included.',
  auth: { kind: 'admin', permission: 'catalog:read' },
  response: { status: 200, description: 'The import', schema: productImport },
  examples: { response: IMPORT_EXAMPLE },
});

export const listRefusedRows = defineOperation({
  endpoint: 'GET /admin/v1/product-imports/{id}/refused-rows',
  summary: 'List the refused rows of an import',
  description:
    'In the order of the file, with the row as received, without unknown members, and why it was refused. Rows count from 1, without the header.',
  auth: { kind: 'admin', permission: 'catalog:read' },
  query: pageQuery(),
  response: {
    status: 200,
    description: 'A page of refused rows',
    schema: list(refusedRow),
  },
  examples: {
    response: pageOf({
      number: 17,
      reason: '/priceAmount must be >= 0',
      row: { slug: 'tea', title: 'Tea', sku: 'T', priceAmount: -1 },
    }),
  },
});
