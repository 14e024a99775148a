import { operations } from '@service/contract';
import { catalog } from '@service/core';
import { orMoved } from '../../http/moved.ts';
import { operation, type Route } from '../../http/operation-route.ts';

export const storeProductRoutes: Route[] = [
  operation(operations.listStoreProducts, (ctx, { query }) => catalog.listStoreProducts(ctx, query)),
  operation(operations.getStoreProduct, (ctx, { params }) =>
    orMoved(catalog.getStoreProduct(ctx, params.slug), (slug) => `/store/v1/products/${slug}`),
  ),
];
