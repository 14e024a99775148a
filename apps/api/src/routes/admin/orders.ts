import { operations } from '@service/contract';
import { documents, orders, payments, refunds } from '@service/core';
import { operation, type Route } from '../../http/operation-route.ts';

export const orderRoutes: Route[] = [
  operation(operations.listOrders, (ctx, { query }) => orders.listOrders(ctx, query)),
  operation(operations.getOrder, (ctx, { params }) => orders.getOrder(ctx, params.id)),
  operation(operations.shipOrder, (ctx, { params, body }) => orders.shipOrder(ctx, params.id, body)),
  operation(
    operations.cancelOrder,
    (ctx, { params, body }) => orders.cancelOrder(ctx, params.id, body),
    payments.cancelPaymentsOf,
  ),
  operation(operations.acknowledgeOrder, (ctx, { params, body }) =>
    orders.acknowledgeOrder(ctx, params.id, body),
  ),
  operation(operations.refundOrder, (ctx, { params, body }) => refunds.issueRefund(ctx, params.id, body)),
  operation(operations.listPayments, (ctx, { query }) => payments.listPayments(ctx, query)),
  operation(operations.listRefunds, (ctx, { query }) => refunds.listRefunds(ctx, query)),
  operation(operations.listDisputes, (ctx, { query }) => payments.listDisputes(ctx, query)),
  operation(operations.getInvoice, (ctx, { params }) => documents.invoicePdf(ctx, params.id)),
  operation(operations.getCreditNote, (ctx, { params }) => documents.creditNotePdf(ctx, params.id)),
];
