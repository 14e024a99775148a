import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { PORTAL_CAPABILITIES } from '../../portal.ts';
import { givenPassword } from '../../resources/customer.ts';
import { exampleUser, name, secondFactorCode, user } from '../../resources/user.ts';
import { email, id, nullable, nullableText, object, password, stringEnum, timestamp } from '../../schema.ts';

export const acceptInvitation = defineOperation({
  endpoint: 'POST /admin/v1/auth/accept-invitation',
  summary: 'Become an operator',
  description: 'The token of the invitation works once. Log in with the password afterwards.',
  withoutKey: 'the invitation works once.',
  auth: { kind: 'public' },
  body: object({ token: Type.String({ minLength: 1, maxLength: 255 }), password, name: Type.Optional(name) }),
  response: { status: 201, description: 'The operator', schema: user },
  errors: ['token_invalid', 'duplicate_email', 'store_suspended'],
  examples: {
    body: { token: 'inv_kFJ3S0aXQ2m7b8Yy2l0cV1…', password: 'a long enough password' },
    response: exampleUser,
  },
});

const tokens = object({
  accessToken: Type.String({ description: 'JWT; send it as `Authorization: Bearer …`' }),
  refreshToken: Type.String({
    description: 'Single use, valid for 30 days, and no longer than 90 days after the login',
  }),
  tokenType: Type.Literal('Bearer'),
  expiresIn: Type.Integer({ description: 'Seconds until the access token expires' }),
});

const exampleTokens = {
  accessToken: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9…',
  refreshToken: 'rt_kFJ3S0aXQ2m7b8Yy2l0cV1…',
  tokenType: 'Bearer' as const,
  expiresIn: 900,
};

const refreshTokenBody = object({ refreshToken: Type.String({ minLength: 1, maxLength: 255 }) });

export const login = defineOperation({
  endpoint: 'POST /admin/v1/auth/login',
  summary: 'Log in as an operator',
  description:
    'An operator’s e-mail is unique in the deployment, so it also names the store. An operator with a second factor sends `code` too: without it the response is `second_factor_required`.',
  withoutKey: 'each login is a session of its own.',
  auth: { kind: 'public' },
  body: object({
    email,
    password: Type.String({ minLength: 1, maxLength: 1024 }),
    code: Type.Optional(secondFactorCode),
  }),
  response: { status: 200, description: 'Tokens', schema: tokens },
  errors: ['invalid_credentials', 'second_factor_required', 'second_factor_invalid', 'store_suspended'],
  examples: {
    body: { email: 'owner@tea.example', password: 'a long enough password' },
    response: exampleTokens,
  },
});

export const refreshLogin = defineOperation({
  endpoint: 'POST /admin/v1/auth/refresh',
  summary: 'Exchange a refresh token for new tokens',
  description:
    'A refresh token works once. Using one a second time ends its login. Only the client that used it may send it again within 20 seconds, and gets the same new refresh token: two tabs of a browser often do.',
  withoutKey: 'the refresh token works once.',
  auth: { kind: 'public' },
  body: refreshTokenBody,
  response: { status: 200, description: 'New tokens', schema: tokens },
  errors: ['token_invalid'],
  examples: { body: { refreshToken: exampleTokens.refreshToken }, response: exampleTokens },
});

export const logout = defineOperation({
  endpoint: 'POST /admin/v1/auth/logout',
  summary: 'End a login',
  description: 'Ends every token of the login at once, access tokens included.',
  withoutKey: 'a session that has ended stays ended.',
  auth: { kind: 'public' },
  body: refreshTokenBody,
  response: { status: 204, description: 'The login has ended, or never existed' },
  examples: { body: { refreshToken: exampleTokens.refreshToken } },
});

export const changeOperatorPassword = defineOperation({
  endpoint: 'POST /admin/v1/auth/password',
  summary: 'Change my password as an operator',
  description: 'Ends every session of the operator, including this one: log in with the new password.',
  withoutKey: 'the current password works once.',
  auth: { kind: 'admin' },
  body: object({ currentPassword: givenPassword, newPassword: password }),
  response: { status: 204, description: 'Changed, and every session is ended' },
  errors: ['step_up_failed'],
  examples: {
    body: { currentPassword: 'a long enough password', newPassword: 'another long password' },
  },
});

export const requestOperatorPasswordReset = defineOperation({
  endpoint: 'POST /admin/v1/auth/reset/request',
  summary: 'Request a password reset as an operator',
  description: 'Always 202; a message is sent only if the address is an operator’s.',
  withoutKey: 'a repetition sends a new token and invalidates the one before.',
  auth: { kind: 'public' },
  body: object({ email }),
  response: { status: 202, description: 'If there is such an operator, the message is on its way' },
  examples: { body: { email: 'owner@tea.example' } },
});

export const resetOperatorPassword = defineOperation({
  endpoint: 'POST /admin/v1/auth/reset',
  summary: 'Complete a password reset as an operator',
  description: 'The token works once, within 30 minutes. Ends every session of the operator.',
  withoutKey: 'the token works once.',
  auth: { kind: 'public' },
  body: object({ token: Type.String({ minLength: 1, maxLength: 255 }), newPassword: password }),
  response: { status: 204, description: 'The password is set and every session is ended' },
  errors: ['token_invalid'],
  examples: { body: { token: 'pr_kFJ3S0aXQ2m7b8Yy2l0cV1…', newPassword: 'another long password' } },
});

const portal = object({
  label: nullableText,
  capabilities: Type.Array(stringEnum(PORTAL_CAPABILITIES)),
  expiresAt: timestamp,
});

const secondFactor = object({
  isOn: Type.Boolean(),
  isRequired: Type.Boolean({ description: 'By the store: without one nothing else is permitted' }),
  recoveryCodesLeft: Type.Integer({ minimum: 0 }),
});

export const getCurrentAdmin = defineOperation({
  endpoint: 'GET /admin/v1/auth/me',
  summary: 'Who am I',
  description:
    'The subject of the token, its store and its permissions. E-mail, name and role are those of an operator of this store; a program or another issuer’s subject has none.',
  auth: { kind: 'admin', portal: 'any' },
  response: {
    status: 200,
    description: 'The operator',
    schema: object({
      id: Type.String(),
      tenantId: id,
      permissions: Type.Array(Type.String()),
      email: nullable(Type.String()),
      name: nullable(Type.String()),
      role: nullable(Type.String()),
      secondFactor: nullable(secondFactor, { description: 'Of an operator of this store' }),
      portal: nullable(portal, {
        description: 'Of a session of the subscribers’ portal: what it may do; null: it is none',
      }),
    }),
  },
  examples: {
    response: {
      id: 'f3b1d9a0-6f0e-4a7e-8f0e-2d1c3b4a5968',
      tenantId: '7a2c1b7e-35c4-4b0f-9d5e-0d6a52d1f0aa',
      permissions: ['settings:read', 'settings:write'],
      email: 'owner@tea.example',
      name: 'Ada',
      role: 'owner',
      secondFactor: { isOn: true, isRequired: true, recoveryCodesLeft: 10 },
      portal: null,
    },
  },
});
