import { operations } from '@service/contract';
import { tenants } from '@service/core';
import { operation, type Route } from '../../http/operation-route.ts';

export const settingsRoutes: Route[] = [
  operation(operations.getSettings, (ctx) => tenants.getSettings(ctx)),
  operation(operations.replaceSettings, (ctx, { body }) => tenants.replaceSettings(ctx, body)),
];
