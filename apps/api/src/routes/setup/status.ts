import { tenants } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const setupStatusRoutes: Route[] = [
  route('GET /setup/v1/status', 'settings:read', (ctx) => tenants.getSetupStatus(ctx)),
];
