import { Type } from 'typebox';
import { defineOperation } from '../../../operation.ts';
import { cartErrors, exampleCart } from '../../../resources/cart.ts';
import { acceptance } from '../../../resources/legal-text.ts';
import { exampleOpenedPayment, openedPayment } from '../../../resources/payment-method.ts';
import { taxLine } from '../../../resources/tax-line.ts';
import { amount, id, nullable, object, stringEnum } from '../../../schema.ts';

export const checkout = defineOperation({
  endpoint: 'POST /store/v1/carts/{cartId}/checkout',
  summary: 'Check out a cart',
  description:
    'In one transaction: the order with a snapshot of lines, prices, tax, discount and addresses, the stock reserved, the use of the discount code counted, the payment created, `order.created` recorded. Needs lines, a shipping address and a shipping option; a cart of goods that need no shipping (`requiresShipping`) a billing address instead. An order whose total is 0 is `paid` at once, with `order.paid`, and has no payment. With `expectedTotal` it is refused if the cart’s total has changed. The payment method has to be offered for the cart as it is then, else nothing is written. The order keeps version and hash of the `acceptedTexts`; a store may require some. Send an Idempotency-Key: a retry after a lost response then returns the same order, not `cart_completed`.',
  auth: { kind: 'store', session: 'optional' },
  ifMatch: 'cart',
  body: object({
    expectedTotal: Type.Optional(amount),
    paymentAccountId: Type.Optional(
      Type.Unsafe<string>({
        ...id,
        description:
          'How the shopper pays: one that GET …/payment-methods lists. Without it: the first of them',
      }),
    ),
    acceptedTexts: Type.Optional(
      Type.Array(acceptance, {
        maxItems: 3,
        description: 'The legal texts that the shopper accepted, as `GET /store/v1/legal-texts` shows them',
      }),
    ),
  }),
  response: {
    status: 201,
    description: 'The order and its payment',
    schema: object({
      order: object({
        id,
        number: Type.Integer(),
        status: Type.Unsafe<'pending' | 'paid'>({
          ...stringEnum(['pending', 'paid']),
          description: '`paid`: there was nothing to pay',
        }),
        currency: Type.String(),
        subtotal: amount,
        discountTotal: amount,
        shippingTotal: amount,
        taxTotal: amount,
        total: amount,
        taxLines: Type.Array(taxLine),
        reverseCharge: Type.Boolean(),
        taxExempt: Type.Boolean(),
      }),
      payment: nullable(openedPayment, { description: 'Null: there was nothing to pay' }),
    }),
  },
  errors: [
    ...cartErrors,
    'cart_incomplete',
    'tax_unavailable',
    'insufficient_stock',
    'too_many_unpaid_orders',
    'discount_not_applicable',
    'total_changed',
    'texts_not_accepted',
    'payment_method_unavailable',
  ],
  examples: {
    body: { expectedTotal: 2500, paymentAccountId: exampleOpenedPayment.paymentAccountId },
    response: {
      order: {
        id: '0b7e6a52-6d0f-4d7f-9a51-3c4a5be1d6f0',
        number: 1001,
        status: 'pending',
        currency: 'EUR',
        subtotal: 2500,
        discountTotal: 0,
        shippingTotal: 0,
        taxTotal: 399,
        total: 2500,
        taxLines: exampleCart.taxLines,
        reverseCharge: false,
        taxExempt: false,
      },
      payment: exampleOpenedPayment,
    },
  },
});
