import { Type } from 'typebox';
import { defineOperation } from '../../../operation.ts';
import { examplePayment, payment } from '../../../resources/order.ts';
import { object } from '../../../schema.ts';

export const capturePayment = defineOperation({
  endpoint: 'POST /admin/v1/payments/{id}/capture',
  summary: 'Capture an authorised payment',
  description:
    'Whole, or in parts where the provider can: with `isFinal: false` the rest stays authorised, until `expiresAt`. The order becomes paid with the first capture. What isn’t captured with the last one is given back to the shopper. The same capture twice is one: the provider is asked under the same key.',
  auth: { kind: 'admin', permission: 'orders:write' },
  body: object({
    amount: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 9007199254740991,
        description: 'Minor units (cents); all that is left when absent',
      }),
    ),
    isFinal: Type.Boolean({ default: true, description: 'Whether nothing is captured afterwards' }),
  }),
  response: { status: 200, description: 'The payment', schema: payment },
  errors: ['payment_not_authorised', 'capture_refused'],
  examples: { body: { amount: 2500, isFinal: true }, response: examplePayment },
});
