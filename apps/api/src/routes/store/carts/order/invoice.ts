import { documents, orders } from '@service/core';
import { type Route, route } from '../../../../http/route.ts';

export const cartInvoiceRoutes: Route[] = [
  route('GET /store/v1/carts/{cartId}/order/invoice', 'store', (ctx, { params }) =>
    documents.getInvoicePdf(ctx, orders.ownOrder(ctx, params.cartId)),
  ),
  route('GET /store/v1/carts/{cartId}/order/invoice/data', 'store', (ctx, { params }) =>
    documents.getInvoice(ctx, orders.ownOrder(ctx, params.cartId)),
  ),
  route('GET /store/v1/carts/{cartId}/order/invoice/xml', 'store', (ctx, { params }) =>
    documents.getInvoiceXml(ctx, orders.ownOrder(ctx, params.cartId)),
  ),
];
