import { cancellation, orders, payments, refunds, returns } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const orderRoutes: Route[] = [
  route('GET /admin/v1/orders', 'orders:read', (ctx, { query }) => orders.listOrders(ctx, query)),
  route('GET /admin/v1/orders/{id}', 'orders:read', (ctx, { params }) => orders.getOrder(ctx, params.id)),
  route('PATCH /admin/v1/orders/{id}', 'orders:write', (ctx, { params, body }) =>
    orders.updateOrder(ctx, params.id, body),
  ),
  route('POST /admin/v1/orders/{id}/ship', 'orders:write', (ctx, { params, body }) =>
    orders.shipOrder(ctx, params.id, body),
  ),
  route('POST /admin/v1/orders/{id}/ready-for-pickup', 'orders:write', (ctx, { params }) =>
    orders.readyOrder(ctx, params.id),
  ),
  route(
    'POST /admin/v1/orders/{id}/cancel',
    'orders:write',
    (ctx, { params, body }) => cancellation.cancelOrder(ctx, params.id, body),
    payments.cancelPaymentsOf,
  ),
  route('POST /admin/v1/orders/{id}/acknowledge', 'orders:write', (ctx, { params, body }) =>
    orders.acknowledgeOrder(ctx, params.id, body),
  ),
  route('POST /admin/v1/orders/{id}/refunds', 'orders:write', (ctx, { params, body }) =>
    refunds.issueRefund(ctx, params.id, body),
  ),
  route('POST /admin/v1/orders/{id}/refunds/preview', 'orders:write', (ctx, { params, body }) =>
    refunds.previewRefund(ctx, params.id, body),
  ),
  route('POST /admin/v1/orders/{id}/returns', 'orders:write', (ctx, { params, body }) =>
    returns.createReturn(ctx, params.id, body),
  ),
];
