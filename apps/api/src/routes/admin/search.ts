import { reports } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const searchRoutes: Route[] = [
  route('GET /admin/v1/search', 'admin', (ctx, { query }) => reports.search(ctx, query)),
];
