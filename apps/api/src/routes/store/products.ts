import { catalog } from '@service/core';
import { orRedirect } from '../../http/redirect.ts';
import { type Route, route } from '../../http/route.ts';

export const storeProductRoutes: Route[] = [
  route('GET /store/v1/products', 'store', (ctx, { query }) => catalog.listStoreProducts(ctx, query)),
  // Before the routes by slug.
  route('GET /store/v1/products/facets', 'store', (ctx, { query }) => catalog.countFacets(ctx, query)),
  route('GET /store/v1/products/{slug}', 'store', (ctx, { params, query }) =>
    orRedirect(
      catalog.getStoreProduct(ctx, params.slug, query),
      (slug) => `/store/v1/products/${slug}${query.currency ? `?currency=${query.currency}` : ''}`,
    ),
  ),
];
