import { defineOperation } from '../../../operation.ts';
import {
  customerExport,
  EXPORT_EXAMPLE,
  exportFile,
  FILE_EXAMPLES,
  PENDING_EXPORT_EXAMPLE,
} from '../../../resources/customer-export.ts';
import { list, pageOf, pageQuery } from '../../../schema.ts';

export const requestCustomerExport = defineOperation({
  endpoint: 'POST /admin/v1/customers/{id}/exports',
  summary: 'Export everything about a customer',
  description:
    'The worker writes profile, addresses, sessions, VAT checks, open carts, orders, returns, messages and the history of the profile into one file. It can be downloaded for 7 days; the request and each download are in the audit log. Orders of a guest with the customer’s address belong to it once that address is confirmed. One that is under way is returned instead of another.',
  auth: { kind: 'admin', permission: 'customers:write' },
  response: { status: 202, description: 'Query its progress', schema: customerExport },
  examples: { response: PENDING_EXPORT_EXAMPLE },
});

export const listCustomerExports = defineOperation({
  endpoint: 'GET /admin/v1/customers/{id}/exports',
  summary: 'List a customer’s exports',
  description: 'Newest first; also those that the customer requested.',
  auth: { kind: 'admin', permission: 'customers:read' },
  query: pageQuery(),
  response: { status: 200, description: 'A page of exports', schema: list(customerExport) },
  examples: { response: pageOf(EXPORT_EXAMPLE) },
});

export const getCustomerExport = defineOperation({
  endpoint: 'GET /admin/v1/customers/{id}/exports/{exportId}',
  summary: 'Get the progress of an export',
  description: 'It can be downloaded when it is completed.',
  auth: { kind: 'admin', permission: 'customers:read' },
  response: { status: 200, description: 'The export', schema: customerExport },
  examples: { response: EXPORT_EXAMPLE },
});

export const downloadCustomerExport = defineOperation({
  endpoint: 'GET /admin/v1/customers/{id}/exports/{exportId}/file',
  summary: 'Download an export',
  description: 'Until it expires. The audit log records each download.',
  auth: { kind: 'admin', permission: 'customers:write' },
  response: exportFile,
  errors: ['export_not_ready'],
  examples: FILE_EXAMPLES,
});
