import { privacy } from '@service/core';
import { type Route, route } from '../../../../http/route.ts';

export const ownExportRoutes: Route[] = [
  route('POST /store/v1/customers/me/exports', 'customer', (ctx, { body }) =>
    privacy.requestOwnExport(ctx, body),
  ),
  route('GET /store/v1/customers/me/exports/{id}', 'customer', (ctx, { params }) =>
    privacy.getOwnExport(ctx, params.id),
  ),
  route('GET /store/v1/customers/me/exports/{id}/file', 'customer', (ctx, { params }) =>
    privacy.downloadOwnExport(ctx, params.id),
  ),
];
