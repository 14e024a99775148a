import { access } from '@service/core';
import { type Route, route } from '../../http/route.ts';

export const authRoutes: Route[] = [
  route('POST /admin/v1/auth/login', 'public', (system, { body }) => access.login(system, body)),
  route('POST /admin/v1/auth/refresh', 'public', (system, { body }) =>
    access.refreshLogin(system, body.refreshToken),
  ),
  route('POST /admin/v1/auth/logout', 'public', (system, { body }) =>
    access.logout(system, body.refreshToken),
  ),
  route('POST /admin/v1/auth/accept-invitation', 'public', (system, { body }) =>
    access.acceptInvitation(system, body),
  ),
  route('POST /admin/v1/auth/password', 'admin', (ctx, { body }) => access.changePassword(ctx, body)),
  route('POST /admin/v1/auth/reset/request', 'public', (system, { body }) =>
    access.requestReset(system, body),
  ),
  route('POST /admin/v1/auth/reset', 'public', (system, { body }) => access.resetPassword(system, body)),
  route('GET /admin/v1/auth/me', 'admin', (ctx) => access.getCurrentAdmin(ctx)),
];
