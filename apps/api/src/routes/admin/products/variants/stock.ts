import { catalog } from '@service/core';
import { type Route, route } from '../../../../http/route.ts';

export const stockRoutes: Route[] = [
  route('GET /admin/v1/products/{productId}/variants/{variantId}/stock', 'catalog:read', (ctx, { params }) =>
    catalog.getStock(ctx, params),
  ),
  route(
    'POST /admin/v1/products/{productId}/variants/{variantId}/stock/adjustments',
    'catalog:write',
    (ctx, { params, body }) => catalog.adjustStock(ctx, params, body),
  ),
  route(
    'GET /admin/v1/products/{productId}/variants/{variantId}/stock/movements',
    'catalog:read',
    (ctx, { params, query }) => catalog.listStockMovements(ctx, params, query),
  ),
];
