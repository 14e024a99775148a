import { redirects } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const redirectImportRoutes: Route[] = [
  route('GET /admin/v1/redirect-imports/{id}', 'settings:read', (ctx, { params }) =>
    redirects.getRedirectImport(ctx, params.id),
  ),
  route('GET /admin/v1/redirect-imports/{id}/refused-rows', 'settings:read', (ctx, { params, query }) =>
    redirects.listRefusedRedirects(ctx, params.id, query),
  ),
];
