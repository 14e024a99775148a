import { catalog } from '@service/core';
import { orRedirect } from '../../http/redirect.ts';
import { type Route, route } from '../../http/route.ts';

export const storeCategoryRoutes: Route[] = [
  route('GET /store/v1/categories', 'store', (ctx) => catalog.listStoreCategories(ctx)),
  route('GET /store/v1/categories/{slug}', 'store', (ctx, { params }) =>
    orRedirect(catalog.getStoreCategory(ctx, params.slug), (slug) => `/store/v1/categories/${slug}`),
  ),
];
