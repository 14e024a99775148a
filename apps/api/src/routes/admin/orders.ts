import { operations } from '@service/contract';
import { orders } from '@service/core';
import { operation, type Route } from '../../http/operation-route.ts';

export const orderRoutes: Route[] = [
  operation(operations.getOrder, (ctx, { params }) => orders.getOrder(ctx, params.id)),
];
