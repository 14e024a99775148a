import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { lineTitles } from '../../resources/line-titles.ts';
import { isGift, orderPaymentStatus, orderStatus, removedTotal, storeOrder } from '../../resources/order.ts';
import {
  exampleOpenedPayment,
  examplePaymentMethods,
  paymentChoice,
  paymentMethod,
  paymentOfOrder,
} from '../../resources/payment-method.ts';
import { amount, id, object, text } from '../../schema.ts';

const token = Type.Unsafe<string>({ ...text(255), description: 'The last part of the link’s address' });

const exampleToken = 'pl_4fXcP0eQm1rV6tYs8uWzB3dG5hJ7kL9nR2oS4pT6vX8';

export const readPaymentLink = defineOperation({
  endpoint: 'POST /store/v1/payment-links/order',
  summary: 'Get the order of a payment link',
  description:
    'For the page where it is paid, which needs no account: anyone with the link sees the goods, and no address.',
  auth: { kind: 'store' },
  withoutKey: 'it changes nothing.',
  body: object({ token }),
  response: {
    status: 200,
    description: 'The order, and how it may be paid',
    schema: object({
      id,
      number: Type.Integer(),
      status: orderStatus,
      paymentStatus: orderPaymentStatus,
      currency: Type.String(),
      subtotal: amount,
      discounts: storeOrder.properties.discounts,
      discountTotal: amount,
      shippingTotal: amount,
      taxTotal: amount,
      total: amount,
      removedTotal,
      pricesIncludeTax: Type.Boolean(),
      lines: Type.Array(
        object({
          ...lineTitles,
          quantity: Type.Integer(),
          isGift,
          unitAmount: amount,
          taxTotal: amount,
          total: amount,
        }),
      ),
      paymentMethods: Type.Array(paymentMethod, {
        description: 'None where the order doesn’t wait for a payment',
      }),
    }),
  },
  errors: ['token_invalid'],
  examples: {
    body: { token: exampleToken },
    response: {
      id: 'e0c2a3b4-5d6e-4f70-8a91-b2c3d4e5f620',
      number: 1042,
      status: 'pending',
      paymentStatus: 'unpaid',
      currency: 'EUR',
      subtotal: 2000,
      discounts: [],
      discountTotal: 0,
      shippingTotal: 990,
      taxTotal: 477,
      total: 2990,
      removedTotal: 0,
      pricesIncludeTax: true,
      lines: [
        {
          title: '100 g',
          productTitle: 'Darjeeling',
          variantTitle: '100 g',
          quantity: 2,
          isGift: false,
          unitAmount: 1000,
          taxTotal: 319,
          total: 2000,
        },
      ],
      paymentMethods: examplePaymentMethods,
    },
  },
});

export const payByLink = defineOperation({
  endpoint: 'POST /store/v1/payment-links/payment',
  summary: 'Pay the order of a payment link',
  description: 'As `POST …/carts/{cartId}/order/payment` does.',
  auth: { kind: 'store' },
  body: object({ token, ...paymentChoice.properties }),
  response: { status: 201, description: 'The payment', schema: paymentOfOrder },
  errors: ['token_invalid', 'order_not_payable', 'payment_method_unavailable'],
  examples: {
    body: { token: exampleToken, paymentAccountId: exampleOpenedPayment.paymentAccountId },
    response: { payment: exampleOpenedPayment },
  },
});
