import { type Context, customers, documents } from '@service/core';
import { type Route, route } from '../../../../../http/route.ts';

const ownOrder = (ctx: Context, id: string) => ({ id, customerId: customers.requireCustomerId(ctx) });

export const ownCreditNoteRoutes: Route[] = [
  route('GET /store/v1/customers/me/orders/{id}/credit-notes/{creditNoteId}', 'customer', (ctx, { params }) =>
    documents.getCreditNotePdf(ctx, params.creditNoteId, ownOrder(ctx, params.id)),
  ),
  route(
    'GET /store/v1/customers/me/orders/{id}/credit-notes/{creditNoteId}/data',
    'customer',
    (ctx, { params }) => documents.getCreditNote(ctx, params.creditNoteId, ownOrder(ctx, params.id)),
  ),
  route(
    'GET /store/v1/customers/me/orders/{id}/credit-notes/{creditNoteId}/xml',
    'customer',
    (ctx, { params }) => documents.getCreditNoteXml(ctx, params.creditNoteId, ownOrder(ctx, params.id)),
  ),
];
