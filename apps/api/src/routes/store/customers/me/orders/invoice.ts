import { customers, documents } from '@service/core';
import { type Route, route } from '../../../../../http/route.ts';

export const ownInvoiceRoutes: Route[] = [
  route('GET /store/v1/customers/me/orders/{id}/invoice', 'customer', (ctx, { params }) =>
    documents.getInvoicePdf(ctx, { id: params.id, customerId: customers.requireCustomerId(ctx) }),
  ),
  route('GET /store/v1/customers/me/orders/{id}/invoice/data', 'customer', (ctx, { params }) =>
    documents.getInvoice(ctx, { id: params.id, customerId: customers.requireCustomerId(ctx) }),
  ),
  route('GET /store/v1/customers/me/orders/{id}/invoice/xml', 'customer', (ctx, { params }) =>
    documents.getInvoiceXml(ctx, { id: params.id, customerId: customers.requireCustomerId(ctx) }),
  ),
];
