import { defineOperation } from '../../../operation.ts';

export const sendPaymentLink = defineOperation({
  endpoint: 'POST /admin/v1/orders/{id}/payment-link',
  summary: 'Mail the buyer a payment link',
  description:
    'Of an order that waits for its payment. The link leads to the shop’s page where the order is paid, without an account; the one before it ends. The mail is in the language of the order.',
  auth: { kind: 'admin', permission: 'orders:write' },
  response: { status: 202, description: 'The mail is on its way' },
  errors: ['order_not_payable', 'email_missing'],
});
