import { Type } from 'typebox';
import { defineOperation } from '../operation.ts';
import { ROLE_NAMES } from '../permissions.ts';
import {
  email,
  id,
  idParams,
  list,
  nullable,
  object,
  page,
  pageSize,
  password,
  stringEnum,
  timestamp,
  version,
} from '../schema.ts';

const role = stringEnum(ROLE_NAMES);
const name = Type.String({ minLength: 1, maxLength: 255 });

const user = object({
  id,
  email: Type.String(),
  name: nullable(Type.String()),
  role,
  disabled: Type.Boolean(),
  createdAt: timestamp,
  version,
});

const invitation = object({
  id,
  email: Type.String(),
  name: nullable(Type.String()),
  role,
  createdAt: timestamp,
  expiresAt: timestamp,
});

const exampleUser = {
  id: 'f3b1d9a0-6f0e-4a7e-8f0e-2d1c3b4a5968',
  email: 'grace@tea.example',
  name: 'Grace',
  role: 'support' as const,
  disabled: false,
  createdAt: '2026-01-15T09:30:00.000Z',
  version: 1,
};

const exampleInvitation = {
  id: 'b1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f615',
  email: 'grace@tea.example',
  name: 'Grace',
  role: 'support' as const,
  createdAt: '2026-01-15T09:30:00.000Z',
  expiresAt: '2026-01-22T09:30:00.000Z',
};

const tag = 'Operators';

export const listUsers = defineOperation({
  id: 'listUsers',
  method: 'GET',
  path: '/admin/v1/users',
  tag,
  summary: 'List the operators of the store',
  description: 'Newest first. Who has not accepted yet is in GET /admin/v1/invitations.',
  auth: { kind: 'admin', permission: 'users:read' },
  query: object({ page, pageSize }),
  response: { status: 200, description: 'A page of operators', schema: list(user) },
  errors: [],
  examples: { response: { items: [exampleUser], total: 1, page: 1, pageSize: 20 } },
});

export const getUser = defineOperation({
  id: 'getUser',
  method: 'GET',
  path: '/admin/v1/users/{id}',
  tag,
  summary: 'Get an operator',
  description: 'One operator of the store.',
  auth: { kind: 'admin', permission: 'users:read' },
  params: idParams,
  response: { status: 200, description: 'The operator', schema: user },
  errors: [],
  examples: { response: exampleUser },
});

export const inviteUser = defineOperation({
  id: 'inviteUser',
  method: 'POST',
  path: '/admin/v1/users',
  tag,
  summary: 'Invite an operator',
  description:
    'The single-use token goes to the address and is never in an answer; it is valid for 7 days. Inviting an address again replaces its token. Nobody gives a role that may do more than they may themselves.',
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
  id: 'updateUser',
  method: 'PATCH',
  path: '/admin/v1/users/{id}',
  tag,
  summary: 'Change the role of an operator, disable or enable them',
  description:
    'Both act at once: a disabled operator’s tokens end with the same request, and a smaller role narrows tokens that were given before. The last owner who is not disabled stays one.',
  auth: { kind: 'admin', permission: 'users:write' },
  ifMatch: 'user',
  params: idParams,
  body: object({
    role: Type.Optional(role),
    name: Type.Optional(nullable(name)),
    disabled: Type.Optional(Type.Boolean()),
  }),
  response: { status: 200, description: 'The operator', schema: user },
  errors: ['last_owner'],
  examples: { body: { role: 'viewer' }, response: { ...exampleUser, role: 'viewer' } },
});

export const listInvitations = defineOperation({
  id: 'listInvitations',
  method: 'GET',
  path: '/admin/v1/invitations',
  tag,
  summary: 'List open invitations',
  description: 'Those that are neither accepted nor expired, newest first.',
  auth: { kind: 'admin', permission: 'users:read' },
  query: object({ page, pageSize }),
  response: { status: 200, description: 'A page of invitations', schema: list(invitation) },
  errors: [],
  examples: { response: { items: [exampleInvitation], total: 1, page: 1, pageSize: 20 } },
});

export const withdrawInvitation = defineOperation({
  id: 'withdrawInvitation',
  method: 'DELETE',
  path: '/admin/v1/invitations/{id}',
  tag,
  summary: 'Withdraw an invitation',
  description: 'Its token ends at once. An accepted invitation is an operator and is not found here.',
  auth: { kind: 'admin', permission: 'users:write' },
  params: idParams,
  response: { status: 204, description: 'It is withdrawn' },
  errors: [],
  examples: {},
});

export const acceptInvitation = defineOperation({
  id: 'acceptInvitation',
  method: 'POST',
  path: '/admin/v1/auth/accept-invitation',
  tag,
  summary: 'Become an operator',
  description: 'The token of the invitation works once. Log in with the password afterwards.',
  withoutKey: 'the invitation works once.',
  auth: { kind: 'public' },
  body: object({ token: Type.String({ minLength: 1, maxLength: 255 }), password, name: Type.Optional(name) }),
  response: { status: 201, description: 'The operator', schema: user },
  errors: ['token_invalid', 'duplicate_email'],
  examples: {
    body: { token: 'inv_kFJ3S0aXQ2m7b8Yy2l0cV1…', password: 'a long enough password' },
    response: exampleUser,
  },
});
