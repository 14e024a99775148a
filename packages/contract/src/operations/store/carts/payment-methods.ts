import { defineOperation } from '../../../operation.ts';
import { examplePaymentMethods, paymentMethods } from '../../../resources/payment-method.ts';

export const listPaymentMethods = defineOperation({
  endpoint: 'GET /store/v1/carts/{cartId}/payment-methods',
  summary: 'List the payment methods of a cart',
  description:
    'The store’s active payment accounts that take the cart’s currency and total, and buyers of its country (of the billing address, else of the shipping address, else the store’s), in the store’s order: at most 20. None where nothing is to be paid, or where the store has none for it. A store without an active account has one, of the deployment. Of a cart that is an order: what the order, as long as it waits for a payment, may be paid with.',
  auth: { kind: 'store', session: 'optional' },
  response: { status: 200, description: 'The payment methods', schema: paymentMethods },
  errors: ['amount_too_large'],
  examples: { response: { items: examplePaymentMethods } },
});
