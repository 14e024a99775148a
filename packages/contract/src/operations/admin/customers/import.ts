import { defineOperation } from '../../../operation.ts';
import { CUSTOMER_IMPORT_EXAMPLE, customerImport } from '../../../resources/customer-import.ts';
import { importQuery, RECEIVED_EXAMPLE } from '../../../resources/import-progress.ts';

export const importCustomers = defineOperation({
  endpoint: 'POST /admin/v1/customers/import',
  summary: 'Import customers from a file',
  description:
    'CSV with a header line, or one JSON object a line; at most 50,000 rows in 64 MiB, each a customer with at most one address. Customers are found by e-mail: one that doesn’t exist is created, what differs is changed, an address that they don’t have is added, and an absent member keeps its value. Files have no passwords: a customer sets one by a reset. `acceptsMarketing` is taken for new customers; of others it can only be withdrawn. No mail is sent. An export of customers of this service, of Shopify or of WooCommerce is taken as it is. `dryRun=true` checks and counts only. The response comes when the whole file is received; the worker then processes it and continues where it was after a crash. Importing the same file again changes nothing.',
  withoutKey: 'the body is never held as a whole. Importing the same file again changes nothing.',
  auth: { kind: 'admin', permission: 'customers:write' },
  query: importQuery,
  streams: ['application/x-ndjson', 'text/csv'],
  response: { status: 202, description: 'Received; query its progress', schema: customerImport },
  errors: ['payload_too_large', 'unsupported_media_type'],
  examples: {
    files: {
      'application/x-ndjson': '{"email":"ada@example.com","name":"Ada Lovelace","acceptsMarketing":true}\n',
      'text/csv': 'email,name,acceptsMarketing\nada@example.com,Ada Lovelace,true\n',
    },
    response: { ...CUSTOMER_IMPORT_EXAMPLE, ...RECEIVED_EXAMPLE },
  },
});
