import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { exampleInvitation, exampleUser, invitation, name, role, user } from '../../resources/user.ts';
import { email, list, nullable, object, pageOf, pageQuery } from '../../schema.ts';

export const listUsers = defineOperation({
  endpoint: 'GET /admin/v1/users',
  summary: 'List the operators of the store',
  description: 'Newest first. Operators who haven’t accepted yet are in GET /admin/v1/invitations.',
  auth: { kind: 'admin', permission: 'users:read' },
  query: pageQuery(),
  response: { status: 200, description: 'A page of operators', schema: list(user) },
  examples: { response: pageOf(exampleUser) },
});

export const getUser = defineOperation({
  endpoint: 'GET /admin/v1/users/{id}',
  summary: 'Get an operator',
  description: 'One operator of the store.',
  auth: { kind: 'admin', permission: 'users:read' },
  response: { status: 200, description: 'The operator', schema: user },
  examples: { response: exampleUser },
});

export const inviteUser = defineOperation({
  endpoint: 'POST /admin/v1/users',
  summary: 'Invite an operator',
  description:
    'The single-use token is sent to the address and is never in a response; it is valid for 7 days. Inviting an address again replaces its token. The role can’t have permissions that the caller lacks.',
  auth: { kind: 'admin', permission: 'users:write' },
  body: object({ email, role, name: Type.Optional(name) }),
  response: { status: 202, description: 'The invitation', schema: invitation },
  errors: ['duplicate_email'],
  examples: {
    body: { email: 'grace@tea.example', name: 'Grace', role: 'support' },
    response: exampleInvitation,
  },
});

export const updateUser = defineOperation({
  endpoint: 'PATCH /admin/v1/users/{id}',
  summary: 'Change the role of an operator, disable or enable them',
  description:
    'Both take effect at once, also for tokens that were issued before. When an operator is disabled, the API keys and open invitations that they made, and those made with such keys, end too. The store’s last active owner can’t be disabled or lose the role.',
  auth: { kind: 'admin', permission: 'users:write' },
  ifMatch: 'user',
  body: object({
    role: Type.Optional(role),
    name: Type.Optional(nullable(name)),
    disabled: Type.Optional(Type.Boolean()),
  }),
  response: { status: 200, description: 'The operator', schema: user },
  errors: ['last_owner'],
  examples: { body: { role: 'viewer' }, response: { ...exampleUser, role: 'viewer' } },
});

export const resetSecondFactor = defineOperation({
  endpoint: 'POST /admin/v1/users/{id}/reset-second-factor',
  summary: 'Reset the second factor of an operator',
  description:
    'For one who has lost it: the next login needs the password alone. Ends every session of the operator. Refused for an operator with more permissions than the caller.',
  withoutKey: 'resetting twice is resetting once.',
  auth: { kind: 'admin', permission: 'users:write' },
  response: { status: 204, description: 'There is none any more' },
});
