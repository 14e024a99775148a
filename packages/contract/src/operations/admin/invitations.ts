import { defineOperation } from '../../operation.ts';
import { exampleInvitation, invitation } from '../../resources/user.ts';
import { list, pageOf, pageQuery } from '../../schema.ts';

export const listInvitations = defineOperation({
  endpoint: 'GET /admin/v1/invitations',
  summary: 'List open invitations',
  description: 'Those that are neither accepted nor expired, newest first.',
  auth: { kind: 'admin', permission: 'users:read' },
  query: pageQuery(),
  response: { status: 200, description: 'A page of invitations', schema: list(invitation) },
  examples: { response: pageOf(exampleInvitation) },
});

export const withdrawInvitation = defineOperation({
  endpoint: 'DELETE /admin/v1/invitations/{id}',
  summary: 'Withdraw an invitation',
  description:
    'Its token stops working at once. Needs every permission of its role. An accepted invitation is an operator and is not found here.',
  auth: { kind: 'admin', permission: 'users:write' },
  response: { status: 204, description: 'It is withdrawn' },
});
