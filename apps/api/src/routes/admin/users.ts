import { operations } from '@service/contract';
import { access } from '@service/core';
import { operation, type Route } from '../../http/operation-route.ts';

export const userRoutes: Route[] = [
  operation(operations.listUsers, (ctx, { query }) => access.listUsers(ctx, query)),
  operation(operations.inviteUser, (ctx, { body }) => access.inviteUser(ctx, body)),
  operation(operations.getUser, (ctx, { params }) => access.getUser(ctx, params.id)),
  operation(operations.updateUser, (ctx, { params, body }) => access.updateUser(ctx, params.id, body)),
  operation(operations.listInvitations, (ctx, { query }) => access.listInvitations(ctx, query)),
  operation(operations.withdrawInvitation, (ctx, { params }) => access.withdrawInvitation(ctx, params.id)),
];
