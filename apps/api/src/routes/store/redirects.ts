import { redirects } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const storeRedirectRoutes: Route[] = [
  route('GET /store/v1/redirects', 'store', (ctx, { query }) => redirects.findRedirect(ctx, query)),
];
