import { redirects } from '@service/core';
import { fileFormatOf } from '../../http/file-format.ts';
import { type Route, route } from '../../http/route.ts';

export const redirectRoutes: Route[] = [
  route('POST /admin/v1/redirects', 'settings:write', (ctx, { body }) => redirects.setRedirect(ctx, body)),
  route('GET /admin/v1/redirects', 'settings:read', (ctx, { query }) => redirects.listRedirects(ctx, query)),
  route('DELETE /admin/v1/redirects/{id}', 'settings:write', (ctx, { params }) =>
    redirects.deleteRedirect(ctx, params.id),
  ),
  route('POST /admin/v1/redirects/import', 'settings:write', (ctx, { headers, query, stream }) =>
    redirects.importRedirects(ctx, fileFormatOf(headers), stream, query),
  ),
];
