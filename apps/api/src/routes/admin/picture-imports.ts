import { catalog } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const pictureImportRoutes: Route[] = [
  route('POST /admin/v1/picture-imports', 'catalog:write', (ctx, { body }) =>
    catalog.importPictures(ctx, body),
  ),
  route('GET /admin/v1/picture-imports/{id}', 'catalog:read', (ctx, { params }) =>
    catalog.getPictureImport(ctx, params.id),
  ),
  route('GET /admin/v1/picture-imports/{id}/failures', 'catalog:read', (ctx, { params, query }) =>
    catalog.listFailedPictures(ctx, params.id, query),
  ),
];
