import { access } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const userRoutes: Route[] = [
  route('GET /admin/v1/users', 'users:read', (ctx, { query }) => access.listUsers(ctx, query)),
  route('POST /admin/v1/users', 'users:write', (ctx, { body }) => access.inviteUser(ctx, body)),
  route('GET /admin/v1/users/{id}', 'users:read', (ctx, { params }) => access.getUser(ctx, params.id)),
  route('PATCH /admin/v1/users/{id}', 'users:write', (ctx, { params, body }) =>
    access.updateUser(ctx, params.id, body),
  ),
  route('POST /admin/v1/users/{id}/reset-second-factor', 'users:write', (ctx, { params }) =>
    access.resetSecondFactor(ctx, params.id),
  ),
];
