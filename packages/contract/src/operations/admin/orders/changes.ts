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
    'Removes units that haven’t left. What was paid for them is refunded with a credit note (`refund.issued`). Of an order that isn’t paid, less is asked for: a payment over what is due takes the place of the open one, at the same account, `removedTotal` says by how much the total is lower, and the credit note is issued with the invoice, when the order is paid. Refused with `order_not_payable` while a payment is being processed or its money is held, and with `quantity_exceeded` where nothing of an unpaid order would be left: cancel it instead. What shipping and discounts cost stays as it was.',
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
    'Takes what a change takes and refuses what it refuses, but changes nothing: what the units are worth, what of it would be refunded, and what would be due afterwards.',
  withoutKey: 'it changes nothing.',
  auth: { kind: 'admin', permission: 'orders:write' },
  body: object(whatToChange),
  response: {
    status: 200,
    description: 'What the change would do',
    schema: object({
      currency: Type.String(),
      lines: Type.Array(object({ lineId: id, quantity: Type.Integer({ minimum: 1 }), amount })),
      amount: { ...amount, description: 'What the units are worth, discount off, tax in it' },
      refund: { ...amount, description: 'What of it was paid, and goes back' },
      due: { ...amount, description: 'What is to be paid afterwards' },
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
