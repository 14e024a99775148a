import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { visitedPath } from '../../resources/redirect.ts';
import { object } from '../../schema.ts';

export const findRedirect = defineOperation({
  endpoint: 'GET /store/v1/redirects',
  summary: 'Find where an address leads',
  description:
    'For a storefront that has no page at this path: it answers 301 with `to`, a path of its own. With a query, the redirect of the whole counts before that of the path alone.',
  auth: { kind: 'store' },
  query: object({ path: visitedPath }),
  response: { status: 200, description: 'Where it leads', schema: object({ to: Type.String() }) },
  errors: ['not_found'],
  examples: { response: { to: '/p/darjeeling' } },
});
