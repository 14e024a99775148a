import { operations } from '@service/contract';
import { access } from '@service/core';
import { operation, type Route } from '../../http/operation-route.ts';

export const apiKeyRoutes: Route[] = [
  operation(operations.createApiKey, (ctx, { body }) => access.createApiKey(ctx, body)),
  operation(operations.listApiKeys, (ctx, { query }) => access.listApiKeys(ctx, query)),
  operation(operations.revokeApiKey, (ctx, { params }) => access.revokeApiKey(ctx, params.id)),
];
