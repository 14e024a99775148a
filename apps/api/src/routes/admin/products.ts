import { operations } from '@service/contract';
import { catalog } from '@service/core';
import { operation, type Route } from '../../http/operation-route.ts';

export const productRoutes: Route[] = [
  operation(operations.createProduct, (ctx, { body }) => catalog.createProduct(ctx, body)),
];
