import { modules } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const moduleRoutes: Route[] = [
  route('GET /admin/v1/modules', 'settings:read', (ctx) => modules.listModules(ctx)),
];
