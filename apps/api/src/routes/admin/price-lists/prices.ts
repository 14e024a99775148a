import { prices } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const priceRoutes: Route[] = [
  route('GET /admin/v1/price-lists/{id}/prices', 'catalog:read', (ctx, { params, query }) =>
    prices.listPrices(ctx, params.id, query),
  ),
  route('POST /admin/v1/price-lists/{id}/prices', 'catalog:write', (ctx, { params, body }) =>
    prices.setPrices(ctx, params.id, body.prices),
  ),
];
