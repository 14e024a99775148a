import { defineOperation } from '../../../../../operation.ts';
import {
  exampleOpenedPayment,
  paymentChoice,
  paymentOfOrder,
} from '../../../../../resources/payment-method.ts';

export const payOwnOrder = defineOperation({
  endpoint: 'POST /store/v1/customers/me/orders/{id}/payment',
  summary: 'Pay one of my orders, again or by another method',
  description: 'As `POST /store/v1/carts/{cartId}/order/payment`, for a signed-in customer without the cart.',
  auth: { kind: 'customer' },
  body: paymentChoice,
  response: { status: 201, description: 'The payment', schema: paymentOfOrder },
  errors: ['order_not_payable', 'payment_method_unavailable'],
  examples: {
    body: { paymentAccountId: exampleOpenedPayment.paymentAccountId },
    response: { payment: exampleOpenedPayment },
  },
});
