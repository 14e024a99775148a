import { operations } from '@service/contract';
import { catalog } from '@service/core';
import { expectedVersion } from '../../http/expected-version.ts';
import { operation, type Route } from '../../http/operation-route.ts';

export const productRoutes: Route[] = [
  operation(operations.createProduct, (ctx, { body }) => catalog.createProduct(ctx, body)),
  operation(operations.listProducts, (ctx, { query }) => catalog.listProducts(ctx, query)),
  operation(operations.getProduct, (ctx, { params }) => catalog.getProduct(ctx, params.productId)),
  operation(operations.updateProduct, (ctx, { params, body, headers }) =>
    catalog.updateProduct(ctx, params.productId, body, expectedVersion(headers)),
  ),
  operation(operations.publishProduct, (ctx, { params, headers }) =>
    catalog.publishProduct(ctx, params.productId, expectedVersion(headers)),
  ),
  operation(operations.deleteProduct, (ctx, { params, headers }) =>
    catalog.deleteProduct(ctx, params.productId, expectedVersion(headers)),
  ),

  operation(operations.createVariant, (ctx, { params, body }) =>
    catalog.createVariant(ctx, params.productId, body),
  ),
  operation(operations.getVariant, (ctx, { params }) => catalog.getVariant(ctx, params)),
  operation(operations.updateVariant, (ctx, { params, body, headers }) =>
    catalog.updateVariant(ctx, params, body, expectedVersion(headers)),
  ),
  operation(operations.deleteVariant, (ctx, { params, headers }) =>
    catalog.deleteVariant(ctx, params, expectedVersion(headers)),
  ),

  operation(operations.getStock, (ctx, { params }) => catalog.getStock(ctx, params)),
  operation(operations.adjustStock, (ctx, { params, body, headers }) =>
    catalog.adjustStock(ctx, params, body, expectedVersion(headers)),
  ),
  operation(operations.listStockMovements, (ctx, { params, query }) =>
    catalog.listStockMovements(ctx, params, query),
  ),
];
