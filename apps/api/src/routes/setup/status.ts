import { operations } from '@service/contract';
import { tenants } from '@service/core';
import { operation, type Route } from '../../http/operation-route.ts';

export const statusRoutes: Route[] = [
  operation(operations.getSetupStatus, (ctx) => tenants.getSetupStatus(ctx)),
];
