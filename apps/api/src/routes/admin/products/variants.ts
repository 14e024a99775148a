import { catalog } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const variantRoutes: Route[] = [
  route('POST /admin/v1/products/{productId}/variants', 'catalog:write', (ctx, { params, body }) =>
    catalog.createVariant(ctx, params.productId, body),
  ),
  route('GET /admin/v1/products/{productId}/variants/{variantId}', 'catalog:read', (ctx, { params }) =>
    catalog.getVariant(ctx, params),
  ),
  route(
    'PATCH /admin/v1/products/{productId}/variants/{variantId}',
    'catalog:write',
    (ctx, { params, body }) => catalog.updateVariant(ctx, params, body),
  ),
  route('DELETE /admin/v1/products/{productId}/variants/{variantId}', 'catalog:write', (ctx, { params }) =>
    catalog.deleteVariant(ctx, params),
  ),
];
