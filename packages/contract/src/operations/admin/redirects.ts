import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { importQuery, RECEIVED_EXAMPLE } from '../../resources/import-progress.ts';
import {
  REDIRECT_EXAMPLE,
  REDIRECT_IMPORT_EXAMPLE,
  redirect,
  redirectImport,
  redirectRow,
} from '../../resources/redirect.ts';
import { list, pageOf, pageQuery, text } from '../../schema.ts';

export const setRedirect = defineOperation({
  endpoint: 'POST /admin/v1/redirects',
  summary: 'Let an address lead to a page of the shop',
  description:
    'For addresses of a former shop. Both are paths of the shop itself; those with and without a slash at the end are one. It works only where the shop has no page: a page that exists is never hidden. Of one address there is one redirect: a second one replaces it. One that leads back to where it comes from, also by way of others, is refused, as is one that leads on through more than ten others. A store has at most 100,000 redirects.',
  auth: { kind: 'admin', permission: 'settings:write' },
  body: redirectRow,
  response: { status: 201, description: 'The redirect', schema: redirect },
  examples: { body: { from: '/products/darjeeling', to: '/p/darjeeling' }, response: REDIRECT_EXAMPLE },
});

export const listRedirects = defineOperation({
  endpoint: 'GET /admin/v1/redirects',
  summary: 'List redirects',
  description: 'Newest first. `q` is a part of either address.',
  auth: { kind: 'admin', permission: 'settings:read' },
  query: pageQuery({ q: Type.Optional(text(255)) }),
  response: { status: 200, description: 'A page of redirects', schema: list(redirect) },
  examples: { response: pageOf(REDIRECT_EXAMPLE) },
});

export const deleteRedirect = defineOperation({
  endpoint: 'DELETE /admin/v1/redirects/{id}',
  summary: 'Delete a redirect',
  description: 'Its address leads nowhere again.',
  auth: { kind: 'admin', permission: 'settings:write' },
  response: { status: 204, description: 'Deleted' },
});

export const importRedirects = defineOperation({
  endpoint: 'POST /admin/v1/redirects/import',
  summary: 'Import redirects from a file',
  description:
    'CSV with the columns `from` and `to`, or one JSON object a line; at most 50,000 rows in 64 MiB. Each row is set as by `POST /admin/v1/redirects`. An export of the redirects of Shopify is taken as it is. `dryRun=true` checks and counts only. The response comes when the whole file is received; the worker then processes it.',
  withoutKey: 'the body is never held as a whole. Importing the same file again changes nothing.',
  auth: { kind: 'admin', permission: 'settings:write' },
  query: importQuery,
  streams: ['application/x-ndjson', 'text/csv'],
  response: { status: 202, description: 'Received; query its progress', schema: redirectImport },
  errors: ['payload_too_large', 'unsupported_media_type'],
  examples: {
    files: {
      'application/x-ndjson': '{"from":"/products/tea","to":"/p/tea"}\n',
      'text/csv': 'from,to\n/products/tea,/p/tea\n',
    },
    response: { ...REDIRECT_IMPORT_EXAMPLE, ...RECEIVED_EXAMPLE },
  },
});
