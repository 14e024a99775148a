import { Type } from 'typebox';
import { defineOperation } from '../../../operation.ts';
import { givenPassword } from '../../../resources/customer.ts';
import { secondFactorCode } from '../../../resources/user.ts';
import { object } from '../../../schema.ts';

export const beginSecondFactor = defineOperation({
  endpoint: 'POST /admin/v1/auth/second-factor',
  summary: 'Begin a second factor',
  description:
    'A new secret for an authenticator app (TOTP, RFC 6238: SHA-1, 6 digits, 30 seconds). It becomes active once a code confirms it; until then the former factor stays.',
  withoutKey: 'a repetition starts again.',
  auth: { kind: 'admin' },
  body: object({ currentPassword: givenPassword }),
  response: {
    status: 201,
    description: 'What the app needs, shown once',
    schema: object({
      secret: Type.String({ description: 'Base32, to be typed' }),
      uri: Type.String({ description: 'The same for a QR code' }),
    }),
  },
  errors: ['step_up_failed'],
  examples: {
    body: { currentPassword: 'a long enough password' },
    response: {
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Tea%20House:owner%40tea.example?issuer=Tea%20House&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
    },
  },
});

export const confirmSecondFactor = defineOperation({
  endpoint: 'POST /admin/v1/auth/second-factor/confirm',
  summary: 'Confirm a second factor',
  description:
    'From now on a login needs a code, or one of the ten recovery codes of this response, each of which works once. Former codes stop working.',
  withoutKey: 'a code works once.',
  auth: { kind: 'admin' },
  body: object({ code: secondFactorCode }),
  response: {
    status: 200,
    description: 'The recovery codes, shown once',
    schema: object({ recoveryCodes: Type.Array(Type.String()) }),
  },
  errors: ['second_factor_invalid'],
  examples: { body: { code: '287082' }, response: { recoveryCodes: ['7Q2M-K9PX-3RTV-BHNC'] } },
});

export const removeSecondFactor = defineOperation({
  endpoint: 'POST /admin/v1/auth/second-factor/remove',
  summary: 'Remove my second factor',
  description: 'Where the store requires one, nothing else is permitted until another is confirmed.',
  withoutKey: 'removing twice is removing once.',
  auth: { kind: 'admin' },
  body: object({ currentPassword: givenPassword }),
  response: { status: 204, description: 'A login needs the password alone' },
  errors: ['step_up_failed'],
  examples: { body: { currentPassword: 'a long enough password' } },
});
