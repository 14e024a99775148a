import { discounts } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const discountRoutes: Route[] = [
  route('POST /admin/v1/discounts', 'catalog:write', (ctx, { body }) => discounts.createDiscount(ctx, body)),
  route('GET /admin/v1/discounts', 'catalog:read', (ctx, { query }) => discounts.listDiscounts(ctx, query)),
  route('GET /admin/v1/discounts/{id}', 'catalog:read', (ctx, { params }) =>
    discounts.getDiscount(ctx, params.id),
  ),
  route('PATCH /admin/v1/discounts/{id}', 'catalog:write', (ctx, { params, body }) =>
    discounts.updateDiscount(ctx, params.id, body),
  ),
  route('DELETE /admin/v1/discounts/{id}', 'catalog:write', (ctx, { params }) =>
    discounts.deleteDiscount(ctx, params.id),
  ),
  route('POST /admin/v1/discounts/{id}/codes', 'catalog:write', (ctx, { params, body }) =>
    discounts.generateCodes(ctx, params.id, body),
  ),
  route('GET /admin/v1/discounts/{id}/codes', 'catalog:read', (ctx, { params, query }) =>
    discounts.listCodes(ctx, params.id, query),
  ),
  route('GET /admin/v1/discounts/{id}/codes/export', 'catalog:read', (ctx, { params }) =>
    discounts.exportCodes(ctx, params.id),
  ),
];
