import { Type } from 'typebox';
import { defineOperation } from '../../../operation.ts';
import { exampleOrder, order } from '../../../resources/order.ts';
import { amount, id, object } from '../../../schema.ts';

const whatToChange = {
  remove: Type.Array(
    object({
      lineId: id,
      quantity: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 9999, description: 'Absent: all units that haven’t left' }),
      ),
    }),
    { minItems: 1, maxItems: 1000, description: 'Units that haven’t left yet, and are for sale again' },
  ),
  reason: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
};

const EXAMPLE_UNITS = { lineId: 'e5c2a3b4-5d6e-4f70-8a91-b2c3d4e5f613', quantity: 1 };
const EXAMPLE = { remove: [EXAMPLE_UNITS], reason: 'The shopper wants one less' };

const errors = [
  'illegal_transition',
  'order_not_payable',
  'payment_disputed',
  'payment_method_unavailable',
  'quantity_exceeded',
  'refund_exceeds_captured',
] as const;

export const changeOrder = defineOperation({
  endpoint: 'POST /admin/v1/orders/{id}/changes',
  summary: 'Remove units of a placed order',
  description:
    'Removes units that haven’t left. The amount that was paid for them is refunded with a credit note (`refund.issued`). If the order isn’t paid, its buyer has less to pay: a new payment for the due amount, with the same account, replaces the open one, `removedTotal` is the amount by which the total is lower, and the credit note is issued with the invoice, when the order is paid. Refused with `order_not_payable` while a payment is being processed or only authorised, or if the order has ten payments, and with `quantity_exceeded` if nothing would be left of an unpaid order, which is cancelled instead, or if all that was paid would be refunded while other units are left. Shipping and discounts aren’t computed again.',
  auth: { kind: 'admin', permission: 'orders:write' },
  ifMatch: 'order',
  body: object(whatToChange),
  response: { status: 200, description: 'The order', schema: order },
  errors: [...errors],
  examples: { body: EXAMPLE, response: exampleOrder },
});

export const previewOrderChange = defineOperation({
  endpoint: 'POST /admin/v1/orders/{id}/changes/preview',
  summary: 'Preview a change of a placed order',
  description:
    'Has the body and the errors of a change, but changes nothing. Returns the price of the units, the amount that would be refunded, and the amount that would be due afterwards.',
  withoutKey: 'it changes nothing.',
  auth: { kind: 'admin', permission: 'orders:write' },
  body: object(whatToChange),
  response: {
    status: 200,
    description: 'The result that the change would have',
    schema: object({
      currency: Type.String(),
      lines: Type.Array(object({ lineId: id, quantity: Type.Integer({ minimum: 1 }), amount })),
      amount: { ...amount, description: 'The price of the units, after discounts and with tax' },
      refund: { ...amount, description: 'The part of it that was paid and is refunded' },
      due: { ...amount, description: 'The amount that the buyer has to pay afterwards' },
    }),
  },
  errors: [...errors],
  examples: {
    body: EXAMPLE,
    response: {
      currency: 'EUR',
      lines: [{ ...EXAMPLE_UNITS, amount: 1250 }],
      amount: 1250,
      refund: 0,
      due: 1250,
    },
  },
});
