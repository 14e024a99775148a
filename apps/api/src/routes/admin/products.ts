import { operations } from '@service/contract';
import { catalog } from '@service/core';
import { operation, type Route } from '../../http/operation-route.ts';

export const productRoutes: Route[] = [
  operation(operations.createProduct, (ctx, { body }) => catalog.createProduct(ctx, body)),
  operation(operations.importProducts, (ctx, { headers, stream }) => {
    const format = String(headers['content-type']).startsWith('text/csv') ? 'csv' : 'ndjson';
    return catalog.importProducts(ctx, format, stream);
  }),
  operation(operations.getProductImport, (ctx, { params }) => catalog.getProductImport(ctx, params.id)),
  operation(operations.listRefusedRows, (ctx, { params, query }) =>
    catalog.listRefusedRows(ctx, params.id, query),
  ),
  // Before the product of an id: `export` is none.
  operation(operations.exportProducts, async (ctx, { query }) =>
    catalog.exportProducts(ctx, query.format ?? 'ndjson'),
  ),
  operation(operations.listProducts, (ctx, { query }) => catalog.listProducts(ctx, query)),
  operation(operations.getProduct, (ctx, { params }) => catalog.getProduct(ctx, params.productId)),
  operation(operations.updateProduct, (ctx, { params, body }) =>
    catalog.updateProduct(ctx, params.productId, body),
  ),
  operation(operations.publishProduct, (ctx, { params }) => catalog.publishProduct(ctx, params.productId)),
  operation(operations.deleteProduct, (ctx, { params }) => catalog.deleteProduct(ctx, params.productId)),

  operation(operations.createVariant, (ctx, { params, body }) =>
    catalog.createVariant(ctx, params.productId, body),
  ),
  operation(operations.getVariant, (ctx, { params }) => catalog.getVariant(ctx, params)),
  operation(operations.updateVariant, (ctx, { params, body }) => catalog.updateVariant(ctx, params, body)),
  operation(operations.deleteVariant, (ctx, { params }) => catalog.deleteVariant(ctx, params)),

  operation(operations.getStock, (ctx, { params }) => catalog.getStock(ctx, params)),
  operation(operations.adjustStock, (ctx, { params, body }) => catalog.adjustStock(ctx, params, body)),
  operation(operations.listStockMovements, (ctx, { params, query }) =>
    catalog.listStockMovements(ctx, params, query),
  ),
];
