import { access } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const invitationRoutes: Route[] = [
  route('GET /admin/v1/invitations', 'users:read', (ctx, { query }) => access.listInvitations(ctx, query)),
  route('DELETE /admin/v1/invitations/{id}', 'users:write', (ctx, { params }) =>
    access.withdrawInvitation(ctx, params.id),
  ),
];
