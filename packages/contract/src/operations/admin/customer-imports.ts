import { defineOperation } from '../../operation.ts';
import { CUSTOMER_IMPORT_EXAMPLE, customerImport } from '../../resources/customer-import.ts';
import { refusedRow } from '../../resources/import-progress.ts';
import { list, pageOf, pageQuery } from '../../schema.ts';

export const getCustomerImport = defineOperation({
  endpoint: 'GET /admin/v1/customer-imports/{id}',
  summary: 'Get the progress of an import of customers',
  description: 'It is completed when every row is processed, refused ones included.',
  auth: { kind: 'admin', permission: 'customers:read' },
  response: { status: 200, description: 'The import', schema: customerImport },
  examples: { response: CUSTOMER_IMPORT_EXAMPLE },
});

export const listRefusedCustomers = defineOperation({
  endpoint: 'GET /admin/v1/customer-imports/{id}/refused-rows',
  summary: 'List the refused rows of an import of customers',
  description:
    'In the order of the file, with the row as received, without unknown members, and why it was refused. Rows count from 1, without the header.',
  auth: { kind: 'admin', permission: 'customers:read' },
  query: pageQuery(),
  response: {
    status: 200,
    description: 'A page of refused rows',
    schema: list(refusedRow),
  },
  examples: {
    response: pageOf({
      number: 17,
      reason: '/email is no e-mail address',
      row: { email: 'ada at example.com', name: 'Ada Lovelace' },
    }),
  },
});
