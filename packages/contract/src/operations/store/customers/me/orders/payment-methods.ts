import { defineOperation } from '../../../../../operation.ts';
import { examplePaymentMethods, paymentMethods } from '../../../../../resources/payment-method.ts';

export const listOwnPaymentMethods = defineOperation({
  endpoint: 'GET /store/v1/customers/me/orders/{id}/payment-methods',
  summary: 'List the payment methods of one of my orders',
  description:
    'As of the cart that it was: what the order, as long as it waits for a payment, may be paid with; else none.',
  auth: { kind: 'customer' },
  response: { status: 200, description: 'The payment methods', schema: paymentMethods },
  examples: { response: { items: examplePaymentMethods } },
});
