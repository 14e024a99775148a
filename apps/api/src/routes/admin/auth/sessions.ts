import { access } from '@service/core';
import { type Route, route } from '../../../http/route.ts';

export const ownSessionRoutes: Route[] = [
  route('GET /admin/v1/auth/sessions', 'admin', (ctx) => access.listOwnSessions(ctx)),
  route('DELETE /admin/v1/auth/sessions/{id}', 'admin', (ctx, { params }) =>
    access.endOwnSession(ctx, params.id),
  ),
  route('POST /admin/v1/auth/sessions/end-all', 'admin', (ctx) => access.endOwnSessions(ctx)),
];
