import { catalog } from '@service/core';
import { fileFormatOf } from '../../http/file-format.ts';
import { type Route, route } from '../../http/route.ts';

export const productRoutes: Route[] = [
  route('POST /admin/v1/products', 'catalog:write', (ctx, { body }) => catalog.createProduct(ctx, body)),
  route('POST /admin/v1/products/import', 'catalog:write', (ctx, { headers, query, stream }) =>
    catalog.importProducts(ctx, fileFormatOf(headers), stream, query),
  ),
  // Registered before the route by id, because `export` isn't an id.
  route('GET /admin/v1/products/export', 'catalog:read', async (ctx, { query }) =>
    catalog.exportProducts(ctx, query.format ?? 'ndjson', query),
  ),
  route('GET /admin/v1/products', 'catalog:read', (ctx, { query }) => catalog.listProducts(ctx, query)),
  route('GET /admin/v1/products/{productId}', 'catalog:read', (ctx, { params }) =>
    catalog.getProduct(ctx, params.productId),
  ),
  route('PATCH /admin/v1/products/{productId}', 'catalog:write', (ctx, { params, body }) =>
    catalog.updateProduct(ctx, params.productId, body),
  ),
  route('POST /admin/v1/products/{productId}/publish', 'catalog:write', (ctx, { params }) =>
    catalog.publishProduct(ctx, params.productId),
  ),
  route('DELETE /admin/v1/products/{productId}', 'catalog:write', (ctx, { params }) =>
    catalog.deleteProduct(ctx, params.productId),
  ),
];
