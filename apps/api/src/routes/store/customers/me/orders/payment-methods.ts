import { checkout, customers } from '@service/core';
import { type Route, route } from '../../../../../http/route.ts';

export const ownPaymentMethodRoutes: Route[] = [
  route('GET /store/v1/customers/me/orders/{id}/payment-methods', 'customer', (ctx, { params }) =>
    checkout.listOwnPaymentMethods(ctx, { id: params.id, customerId: customers.requireCustomerId(ctx) }),
  ),
];
