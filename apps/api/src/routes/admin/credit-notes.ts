import { documents } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const creditNoteRoutes: Route[] = [
  route('GET /admin/v1/credit-notes/{id}', 'orders:read', (ctx, { params }) =>
    documents.getCreditNotePdf(ctx, params.id),
  ),
  route('GET /admin/v1/credit-notes/{id}/data', 'orders:read', (ctx, { params }) =>
    documents.getCreditNote(ctx, params.id),
  ),
  route('GET /admin/v1/credit-notes/{id}/xml', 'orders:read', (ctx, { params, query }) =>
    documents.getCreditNoteXml(ctx, params.id, {}, query.profile),
  ),
];
