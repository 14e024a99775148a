import { privacy } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const legalTextRoutes: Route[] = [
  route('POST /admin/v1/legal-texts', 'settings:write', (ctx, { body }) => privacy.publishText(ctx, body)),
  route('GET /admin/v1/legal-texts', 'settings:read', (ctx, { query }) => privacy.listTexts(ctx, query)),
];
