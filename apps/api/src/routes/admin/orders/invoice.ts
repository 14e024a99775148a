import { documents } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const invoiceRoutes: Route[] = [
  route('GET /admin/v1/orders/{id}/invoice', 'orders:read', (ctx, { params }) =>
    documents.getInvoicePdf(ctx, { id: params.id }),
  ),
  route('GET /admin/v1/orders/{id}/invoice/data', 'orders:read', (ctx, { params }) =>
    documents.getInvoice(ctx, { id: params.id }),
  ),
  route('GET /admin/v1/orders/{id}/invoice/xml', 'orders:read', (ctx, { params, query }) =>
    documents.getInvoiceXml(ctx, { id: params.id }, query.profile),
  ),
];
