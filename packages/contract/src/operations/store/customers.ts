import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { exampleProfile, givenPassword, ownProfile, profile } from '../../resources/customer.ts';
import { email, nameText, object, password, timestamp } from '../../schema.ts';

const token = Type.String({ minLength: 1, maxLength: 255, description: 'Single-use, from the message' });

const exampleToken = 'pt_kFJ3S0aXQ2m7b8Yy2l0cV1…';

/** The single-use token in the body is the credential; it also names the store. */
const byToken = { kind: 'public' } as const;

export const registerCustomer = defineOperation({
  endpoint: 'POST /store/v1/customers',
  summary: 'Register',
  description: 'Creates an account and sends a message to verify the address.',
  auth: { kind: 'store' },
  body: object({ email, password, name: Type.Optional(nameText(255)) }),
  response: { ...ownProfile, status: 201 },
  errors: ['duplicate_email'],
  examples: {
    body: { email: 'ada@example.com', password: 'a long enough password', name: 'Ada Lovelace' },
    response: { ...exampleProfile, emailVerified: false, isB2b: false, vatNumber: null, vatStatus: null },
  },
});

export const verifyCustomerEmail = defineOperation({
  endpoint: 'POST /store/v1/customers/verify',
  summary: 'Verify the e-mail address',
  description: 'With the token of the message, valid for 3 days.',
  withoutKey: 'the token works once.',
  auth: byToken,
  body: object({ token }),
  response: ownProfile,
  errors: ['token_invalid', 'store_suspended'],
  examples: { body: { token: exampleToken }, response: exampleProfile },
});

export const loginCustomer = defineOperation({
  endpoint: 'POST /store/v1/customers/login',
  summary: 'Log in',
  description:
    'Returns a session token for `Authorization: Bearer …`, valid for 30 days. After several failures the delays grow, by account and by network address; accounts are never locked.',
  withoutKey: 'each login is a session of its own.',
  auth: { kind: 'store' },
  body: object({ email, password: givenPassword }),
  response: {
    status: 200,
    description: 'The session',
    schema: object({ token: Type.String(), expiresAt: timestamp, customer: profile }),
  },
  errors: ['invalid_credentials'],
  examples: {
    body: { email: 'ada@example.com', password: 'a long enough password' },
    response: {
      token: 'cs_kFJ3S0aXQ2m7b8Yy2l0cV1…',
      expiresAt: '2026-02-14T09:30:00.000Z',
      customer: exampleProfile,
    },
  },
});

export const logoutCustomer = defineOperation({
  endpoint: 'POST /store/v1/customers/logout',
  summary: 'Log out',
  description: 'Ends this session and no other.',
  withoutKey: 'a session that has ended stays ended.',
  auth: { kind: 'customer' },
  response: { status: 204, description: 'The session is ended' },
});

export const confirmEmailChange = defineOperation({
  endpoint: 'POST /store/v1/customers/email/confirm',
  summary: 'Confirm an email change',
  description: 'Changes the address, which must still be free. The old address is notified.',
  withoutKey: 'the token works once.',
  auth: byToken,
  body: object({ token }),
  response: ownProfile,
  errors: ['token_invalid', 'duplicate_email', 'store_suspended'],
  examples: { body: { token: exampleToken }, response: { ...exampleProfile, email: 'ada@new.example' } },
});

export const requestPasswordReset = defineOperation({
  endpoint: 'POST /store/v1/customers/reset/request',
  summary: 'Request a password reset',
  description: 'Always 202; a message is sent only if the address has an account.',
  auth: { kind: 'store' },
  body: object({ email }),
  response: { status: 202, description: 'If there is such an account, the message is on its way' },
  examples: { body: { email: 'ada@example.com' } },
});

export const resetPassword = defineOperation({
  endpoint: 'POST /store/v1/customers/reset',
  summary: 'Complete a password reset',
  description: 'The token works once, within 30 minutes. Ends all sessions of the customer.',
  withoutKey: 'the token works once.',
  auth: byToken,
  body: object({ token, newPassword: password }),
  response: { status: 204, description: 'The password is set and every session is ended' },
  errors: ['token_invalid', 'store_suspended'],
  examples: { body: { token: exampleToken, newPassword: 'another long password' } },
});
