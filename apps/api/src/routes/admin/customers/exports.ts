import { privacy } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const customerExportRoutes: Route[] = [
  route('POST /admin/v1/customers/{id}/exports', 'customers:write', (ctx, { params }) =>
    privacy.requestExport(ctx, params.id),
  ),
  route('GET /admin/v1/customers/{id}/exports', 'customers:read', (ctx, { params, query }) =>
    privacy.listExports(ctx, params.id, query),
  ),
  route('GET /admin/v1/customers/{id}/exports/{exportId}', 'customers:read', (ctx, { params }) =>
    privacy.getExport(ctx, params.id, params.exportId),
  ),
  route('GET /admin/v1/customers/{id}/exports/{exportId}/file', 'customers:write', (ctx, { params }) =>
    privacy.downloadExport(ctx, params.id, params.exportId),
  ),
];
