import { returns } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const returnRoutes: Route[] = [
  route('GET /admin/v1/returns', 'orders:read', (ctx, { query }) => returns.listReturns(ctx, query)),
  route('GET /admin/v1/returns/{id}', 'orders:read', (ctx, { params }) => returns.getReturn(ctx, params.id)),
  route('POST /admin/v1/returns/{id}/approve', 'orders:write', (ctx, { params, body }) =>
    returns.approveReturn(ctx, params.id, body),
  ),
  route('POST /admin/v1/returns/{id}/reject', 'orders:write', (ctx, { params, body }) =>
    returns.rejectReturn(ctx, params.id, body),
  ),
  route('POST /admin/v1/returns/{id}/receive', 'orders:write', (ctx, { params, body }) =>
    returns.receiveReturn(ctx, params.id, body),
  ),
  route('POST /admin/v1/returns/{id}/refund', 'orders:write', (ctx, { params, body }) =>
    returns.refundReturn(ctx, params.id, body),
  ),
  route('POST /admin/v1/returns/{id}/exchange', 'orders:write', (ctx, { params, body }) =>
    returns.exchangeReturn(ctx, params.id, body),
  ),
];
