import { operations } from '@service/contract';
import { tenants } from '@service/core';
import { operation, type Route } from '../../http/operation-route.ts';

export const tenantRoutes: Route[] = [
  operation(operations.createTenant, (system, { body }) => tenants.createTenant(system, body)),
];
