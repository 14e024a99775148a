import { defineOperation } from '../../../../operation.ts';
import { givenPassword } from '../../../../resources/customer.ts';
import {
  customerExport,
  EXPORT_EXAMPLE,
  exportFile,
  FILE_EXAMPLES,
  PENDING_EXPORT_EXAMPLE,
} from '../../../../resources/customer-export.ts';
import { object } from '../../../../schema.ts';

export const requestOwnExport = defineOperation({
  endpoint: 'POST /store/v1/customers/me/exports',
  summary: 'Export everything about me',
  description:
    'The current password is required. The file is written in the background and can be downloaded for 7 days. Of the store’s own fields it has those that a storefront sees. One that is under way is returned instead of another.',
  auth: { kind: 'customer' },
  body: object({ currentPassword: givenPassword }),
  response: { status: 202, description: 'Query its progress', schema: customerExport },
  errors: ['step_up_failed'],
  examples: {
    body: { currentPassword: 'a long enough password' },
    response: { ...PENDING_EXPORT_EXAMPLE, requestedBy: 'customer' },
  },
});

export const getOwnExport = defineOperation({
  endpoint: 'GET /store/v1/customers/me/exports/{id}',
  summary: 'Get the progress of my export',
  description: 'It can be downloaded when it is completed.',
  auth: { kind: 'customer' },
  response: { status: 200, description: 'The export', schema: customerExport },
  examples: { response: { ...EXPORT_EXAMPLE, requestedBy: 'customer' } },
});

export const downloadOwnExport = defineOperation({
  endpoint: 'GET /store/v1/customers/me/exports/{id}/file',
  summary: 'Download my export',
  description: 'Until it expires.',
  auth: { kind: 'customer' },
  response: exportFile,
  errors: ['export_not_ready'],
  examples: FILE_EXAMPLES,
});
