import { operations } from '@service/contract';
import { compliance } from '@service/core';
import { operation, type Route } from '../../http/operation-route.ts';

export const complianceRoutes: Route[] = [
  operation(operations.configureCompliance, (ctx, { body }) => compliance.configureCompliance(ctx, body)),
  operation(operations.getCompliance, (ctx) => compliance.getCompliance(ctx)),
];
