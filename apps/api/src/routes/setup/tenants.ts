import { tenants } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const tenantRoutes: Route[] = [
  route('POST /setup/v1/tenants', 'setup', (system, { body }) => tenants.createTenant(system, body)),
];
