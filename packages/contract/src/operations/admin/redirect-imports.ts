import { defineOperation } from '../../operation.ts';
import { refusedRow } from '../../resources/import-progress.ts';
import { REDIRECT_IMPORT_EXAMPLE, redirectImport } from '../../resources/redirect.ts';
import { list, pageOf, pageQuery } from '../../schema.ts';

export const getRedirectImport = defineOperation({
  endpoint: 'GET /admin/v1/redirect-imports/{id}',
  summary: 'Get the progress of an import of redirects',
  description: 'It is completed when every row is processed, refused ones included.',
  auth: { kind: 'admin', permission: 'settings:read' },
  response: { status: 200, description: 'The import', schema: redirectImport },
  examples: { response: REDIRECT_IMPORT_EXAMPLE },
});

export const listRefusedRedirects = defineOperation({
  endpoint: 'GET /admin/v1/redirect-imports/{id}/refused-rows',
  summary: 'List the refused rows of an import of redirects',
  description: 'In the order of the file, with why each was refused. Rows count from 1, without the header.',
  auth: { kind: 'admin', permission: 'settings:read' },
  query: pageQuery(),
  response: {
    status: 200,
    description: 'A page of refused rows',
    schema: list(refusedRow),
  },
  examples: {
    response: pageOf({
      number: 17,
      reason: '/to leads back to where it comes from',
      row: { from: '/tea', to: '/tea' },
    }),
  },
});
