import { carts, checkout } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const draftOrderRoutes: Route[] = [
  route('GET /admin/v1/draft-orders', 'orders:read', (ctx, { query }) => carts.listDrafts(ctx, query)),
  route(
    'POST /admin/v1/draft-orders',
    'orders:write',
    (ctx, { body }) => carts.createDraft(ctx, body),
    carts.withDraftTaxes,
  ),
  route('GET /admin/v1/draft-orders/{id}', 'orders:read', (ctx, { params }) =>
    carts.getTaxedDraft(ctx, params.id),
  ),
  route(
    'PATCH /admin/v1/draft-orders/{id}',
    'orders:write',
    (ctx, { params, body }) => carts.updateDraft(ctx, params.id, body),
    carts.withDraftTaxes,
  ),
  route('DELETE /admin/v1/draft-orders/{id}', 'orders:write', (ctx, { params }) =>
    carts.deleteDraft(ctx, params.id),
  ),
  route('GET /admin/v1/draft-orders/{id}/shipping-options', 'orders:read', (ctx, { params }) =>
    carts.listDraftShippingOptions(ctx, params.id),
  ),
  route('POST /admin/v1/draft-orders/{id}/place', 'orders:write', (ctx, { params, body }) =>
    checkout.placeDraft(ctx, params.id, body),
  ),
];
