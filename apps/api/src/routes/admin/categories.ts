import { operations } from '@service/contract';
import { catalog } from '@service/core';
import { operation, type Route } from '../../http/operation-route.ts';

export const categoryRoutes: Route[] = [
  operation(operations.createCategory, (ctx, { body }) => catalog.createCategory(ctx, body)),
  operation(operations.getCategoryTree, (ctx) => catalog.getCategoryTree(ctx)),
  operation(operations.getCategory, (ctx, { params }) => catalog.getCategory(ctx, params.id)),
  operation(operations.updateCategory, (ctx, { params, body }) =>
    catalog.updateCategory(ctx, params.id, body),
  ),
  operation(operations.deleteCategory, (ctx, { params }) => catalog.deleteCategory(ctx, params.id)),
];
