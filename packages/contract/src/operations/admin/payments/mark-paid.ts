import { Type } from 'typebox';
import { defineOperation } from '../../../operation.ts';
import { day, examplePayment, payment } from '../../../resources/order.ts';
import { amount, object, text } from '../../../schema.ts';

export const markPaymentPaid = defineOperation({
  endpoint: 'POST /admin/v1/payments/{id}/mark-paid',
  summary: 'Mark a payment as paid',
  description:
    'Of a manual account: the money has come by bank transfer, on an invoice or in cash. The order becomes paid as by any other payment, with `order.paid`. An `amount` other than what was due marks the order `payment_mismatch`. The rest of one that came in part is marked in the same way, and takes the mark off again when it makes the sum exact. Who did it stands in the history of the order and in the audit log.',
  auth: { kind: 'admin', permission: 'orders:write' },
  body: object({
    reference: Type.Unsafe<string>({
      ...text(255),
      description: 'Identifies the money, such as the purpose of the transfer',
    }),
    paidOn: Type.Unsafe<string>({
      ...day,
      description: 'The day on which it came, YYYY-MM-DD; not in the future',
    }),
    amount: Type.Optional(
      Type.Unsafe<number>({
        ...amount,
        description: 'The received amount, in minor units; absent: the due amount',
      }),
    ),
  }),
  response: { status: 200, description: 'The payment', schema: payment },
  errors: ['payment_not_open'],
  examples: {
    body: { reference: 'Statement 12/2026, line 4', paidOn: '2026-01-16' },
    response: {
      ...examplePayment,
      provider: 'manual',
      accountId: '1b7f0a52-6d3e-4c51-9a8e-0f2d4c6b8a10',
      providerPaymentId: `manual_${examplePayment.id}`,
      reference: 'Statement 12/2026, line 4',
      paidOn: '2026-01-16',
    },
  },
});
