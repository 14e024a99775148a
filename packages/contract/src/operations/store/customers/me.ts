import { Type } from 'typebox';
import { defineOperation } from '../../../operation.ts';
import {
  exampleProfile,
  givenPassword,
  name,
  ownProfile,
  phone,
  vatNumber,
} from '../../../resources/customer.ts';
import { email, nullable, object, password } from '../../../schema.ts';

/** The members of a profile that customers may change; `isB2b` and `taxExempt` are an operator's to decide. */
const profileChange = object({
  name: Type.Optional(nullable(name)),
  phone: Type.Optional(nullable(phone)),
  vatNumber: Type.Optional(nullable(vatNumber)),
  acceptsMarketing: Type.Optional(Type.Boolean()),
});

export const getOwnProfile = defineOperation({
  endpoint: 'GET /store/v1/customers/me',
  summary: 'Get my profile',
  description: 'The signed-in customer.',
  auth: { kind: 'customer' },
  response: ownProfile,
  examples: { response: exampleProfile },
});

export const updateOwnProfile = defineOperation({
  endpoint: 'PATCH /store/v1/customers/me',
  summary: 'Update my profile',
  description:
    'An absent member keeps its value; null clears it. When the VAT number changes, the check runs again; another notation of the same number isn’t a change.',
  auth: { kind: 'customer' },
  ifMatch: 'customer',
  body: profileChange,
  response: ownProfile,
  examples: { body: { name: 'Ada King' }, response: { ...exampleProfile, name: 'Ada King' } },
});

export const requestVerification = defineOperation({
  endpoint: 'POST /store/v1/customers/me/verification',
  summary: 'Send the verification message again',
  description: 'An address that is already verified gets none.',
  auth: { kind: 'customer' },
  response: { status: 202, description: 'The message is on its way' },
});

export const changeOwnPassword = defineOperation({
  endpoint: 'POST /store/v1/customers/me/password',
  summary: 'Change my password',
  description: 'Ends every other session of the customer; this one continues.',
  auth: { kind: 'customer' },
  body: object({ currentPassword: givenPassword, newPassword: password }),
  response: { status: 204, description: 'Changed' },
  errors: ['step_up_failed'],
  examples: {
    body: { currentPassword: 'a long enough password', newPassword: 'another long password' },
  },
});

export const requestEmailChange = defineOperation({
  endpoint: 'POST /store/v1/customers/me/email/change',
  summary: 'Request an email change',
  description:
    'The current password is required. The address changes when the new one is confirmed within an hour; the old one is notified. The response doesn’t say whether the new address has an account.',
  auth: { kind: 'customer' },
  body: object({ newEmail: email, currentPassword: givenPassword }),
  response: { status: 202, description: 'The messages are on their way' },
  errors: ['step_up_failed'],
  examples: { body: { newEmail: 'ada@new.example', currentPassword: 'a long enough password' } },
});
