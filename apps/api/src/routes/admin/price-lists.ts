import { prices } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const priceListRoutes: Route[] = [
  route('POST /admin/v1/price-lists', 'catalog:write', (ctx, { body }) => prices.createPriceList(ctx, body)),
  route('GET /admin/v1/price-lists', 'catalog:read', (ctx, { query }) => prices.listPriceLists(ctx, query)),
  route('GET /admin/v1/price-lists/{id}', 'catalog:read', (ctx, { params }) =>
    prices.getPriceList(ctx, params.id),
  ),
  route('PATCH /admin/v1/price-lists/{id}', 'catalog:write', (ctx, { params, body }) =>
    prices.updatePriceList(ctx, params.id, body),
  ),
  route('DELETE /admin/v1/price-lists/{id}', 'catalog:write', (ctx, { params }) =>
    prices.deletePriceList(ctx, params.id),
  ),
];
