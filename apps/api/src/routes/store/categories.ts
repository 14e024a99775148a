import { operations } from '@service/contract';
import { catalog } from '@service/core';
import { orMoved } from '../../http/moved.ts';
import { operation, type Route } from '../../http/operation-route.ts';

export const storeCategoryRoutes: Route[] = [
  operation(operations.listStoreCategories, (ctx) => catalog.listStoreCategories(ctx)),
  operation(operations.getStoreCategory, (ctx, { params }) =>
    orMoved(catalog.getStoreCategory(ctx, params.slug), (slug) => `/store/v1/categories/${slug}`),
  ),
];
