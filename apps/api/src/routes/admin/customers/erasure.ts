import { privacy } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const customerErasureRoutes: Route[] = [
  route('GET /admin/v1/customers/{id}/erasure', 'customers:read', (ctx, { params }) =>
    privacy.getErasure(ctx, { customerId: params.id }).then(ofCustomer),
  ),
  route(
    'POST /admin/v1/customers/{id}/erasure',
    'customers:write',
    (ctx, { params }) => privacy.requestErasure(ctx, { customerId: params.id }),
    async (_ctx, erasure) => ofCustomer(erasure),
  ),
];

type Erasure = Awaited<ReturnType<typeof privacy.getErasure>>;

function ofCustomer({ customerId, orderId: _, ...rest }: Erasure) {
  if (!customerId) throw new Error('The erasure of a customer names a guest');
  return { customerId, ...rest };
}
