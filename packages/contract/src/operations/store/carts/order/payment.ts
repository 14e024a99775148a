import { defineOperation } from '../../../../operation.ts';
import { exampleOpenedPayment, paymentChoice, paymentOfOrder } from '../../../../resources/payment-method.ts';

export const payCartOrder = defineOperation({
  endpoint: 'POST /store/v1/carts/{cartId}/order/payment',
  summary: 'Pay the order that a cart became, again or by another method',
  description:
    'For an order that is `pending` and whose payment failed or wasn’t made. With the method of its newest open payment, as long as that is offered, the payment is handed out again; with another one a payment of what is due is made, and the former is cancelled at its provider: an order has at most 10. Without `paymentAccountId` the method of that payment stays, and else it is the first that is offered.',
  auth: { kind: 'store', session: 'optional' },
  body: paymentChoice,
  response: { status: 201, description: 'The payment', schema: paymentOfOrder },
  errors: ['order_not_payable', 'payment_method_unavailable'],
  examples: {
    body: { paymentAccountId: exampleOpenedPayment.paymentAccountId },
    response: { payment: exampleOpenedPayment },
  },
});
