import { catalog } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const productImportRoutes: Route[] = [
  route('GET /admin/v1/product-imports/{id}', 'catalog:read', (ctx, { params }) =>
    catalog.getProductImport(ctx, params.id),
  ),
  route('GET /admin/v1/product-imports/{id}/refused-rows', 'catalog:read', (ctx, { params, query }) =>
    catalog.listRefusedRows(ctx, params.id, query),
  ),
];
