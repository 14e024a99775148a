import { operations } from '@service/contract';
import { discounts } from '@service/core';
import { operation, type Route } from '../../http/operation-route.ts';

export const discountRoutes: Route[] = [
  operation(operations.createDiscount, (ctx, { body }) => discounts.createDiscount(ctx, body)),
  operation(operations.listDiscounts, (ctx, { query }) => discounts.listDiscounts(ctx, query)),
  operation(operations.getDiscount, (ctx, { params }) => discounts.getDiscount(ctx, params.id)),
  operation(operations.updateDiscount, (ctx, { params, body }) =>
    discounts.updateDiscount(ctx, params.id, body),
  ),
  operation(operations.deleteDiscount, (ctx, { params }) => discounts.deleteDiscount(ctx, params.id)),
];
