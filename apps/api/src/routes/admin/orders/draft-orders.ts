import { carts, checkout } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const orderDraftRoutes: Route[] = [
  route(
    'POST /admin/v1/orders/{id}/draft-orders',
    'orders:write',
    (ctx, { params, body }) => checkout.draftFromOrder(ctx, params.id, body),
    carts.withDraftTaxes,
  ),
];
