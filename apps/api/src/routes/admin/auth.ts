import { operations } from '@service/contract';
import { access } from '@service/core';
import { operation, type Route } from '../../http/operation-route.ts';

export const authRoutes: Route[] = [
  operation(operations.login, (system, { body }) => access.login(system, body)),
  operation(operations.refreshLogin, (system, { body }) => access.refreshLogin(system, body.refreshToken)),
  operation(operations.logout, (system, { body }) => access.logout(system, body.refreshToken)),
  operation(operations.acceptInvitation, (system, { body }) => access.acceptInvitation(system, body)),
  operation(operations.getCurrentAdmin, (ctx) => access.getCurrentAdmin(ctx)),
];
