import { catalog } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const categoryRoutes: Route[] = [
  route('POST /admin/v1/categories', 'catalog:write', (ctx, { body }) => catalog.createCategory(ctx, body)),
  route('GET /admin/v1/categories', 'catalog:read', (ctx) => catalog.getCategoryTree(ctx)),
  route('GET /admin/v1/categories/{id}', 'catalog:read', (ctx, { params }) =>
    catalog.getCategory(ctx, params.id),
  ),
  route('PATCH /admin/v1/categories/{id}', 'catalog:write', (ctx, { params, body }) =>
    catalog.updateCategory(ctx, params.id, body),
  ),
  route('DELETE /admin/v1/categories/{id}', 'catalog:write', (ctx, { params }) =>
    catalog.deleteCategory(ctx, params.id),
  ),
];
