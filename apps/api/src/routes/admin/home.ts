import { reports } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const homeRoutes: Route[] = [route('GET /admin/v1/home', 'admin', (ctx) => reports.getHome(ctx))];
