import { customers, orders } from '@service/core';
import { type Route, route } from '../../../../../http/route.ts';

export const ownWithdrawalRoutes: Route[] = [
  route('POST /store/v1/customers/me/orders/{id}/withdrawal', 'customer', (ctx, { params }) =>
    orders.withdrawOrder(ctx, { id: params.id, customerId: customers.requireCustomerId(ctx) }),
  ),
];
