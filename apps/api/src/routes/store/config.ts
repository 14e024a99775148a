import { operations } from '@service/contract';
import { tenants } from '@service/core';
import { operation, type Route } from '../../http/operation-route.ts';

export const configRoutes: Route[] = [
  operation(operations.getStoreConfig, (ctx) => tenants.getStoreConfig(ctx)),
];
