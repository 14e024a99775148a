import { defineOperation } from '../../../../operation.ts';
import { givenPassword } from '../../../../resources/customer.ts';
import {
  customerExport,
  EXPORT_EXAMPLE,
  exportFile,
  FILE_EXAMPLES,
  PENDING_EXPORT_EXAMPLE,
} from '../../../../resources/customer-export.ts';
import { idParams, object } from '../../../../schema.ts';

const tag = 'Customer accounts';

export const requestOwnExport = defineOperation({
  id: 'requestOwnExport',
  endpoint: 'POST /store/v1/customers/me/exports',
  tag,
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
  id: 'getOwnExport',
  endpoint: 'GET /store/v1/customers/me/exports/{id}',
  tag,
  summary: 'Get the progress of my export',
  description: 'It can be downloaded when it is completed.',
  auth: { kind: 'customer' },
  params: idParams,
  response: { status: 200, description: 'The export', schema: customerExport },
  examples: { response: { ...EXPORT_EXAMPLE, requestedBy: 'customer' } },
});

export const downloadOwnExport = defineOperation({
  id: 'downloadOwnExport',
  endpoint: 'GET /store/v1/customers/me/exports/{id}/file',
  tag,
  summary: 'Download my export',
  description: 'Until it expires.',
  auth: { kind: 'customer' },
  params: idParams,
  response: exportFile,
  errors: ['export_not_ready'],
  examples: FILE_EXAMPLES,
});
