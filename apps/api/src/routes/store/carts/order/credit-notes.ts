import { documents, orders } from '@service/core';
import { type Route, route } from '../../../../http/route.ts';

export const cartCreditNoteRoutes: Route[] = [
  route('GET /store/v1/carts/{cartId}/order/credit-notes/{creditNoteId}', 'store', (ctx, { params }) =>
    documents.getCreditNotePdf(ctx, params.creditNoteId, orders.ownOrder(ctx, params.cartId)),
  ),
  route('GET /store/v1/carts/{cartId}/order/credit-notes/{creditNoteId}/data', 'store', (ctx, { params }) =>
    documents.getCreditNote(ctx, params.creditNoteId, orders.ownOrder(ctx, params.cartId)),
  ),
  route('GET /store/v1/carts/{cartId}/order/credit-notes/{creditNoteId}/xml', 'store', (ctx, { params }) =>
    documents.getCreditNoteXml(ctx, params.creditNoteId, orders.ownOrder(ctx, params.cartId)),
  ),
];
