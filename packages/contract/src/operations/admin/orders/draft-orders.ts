import { Type } from 'typebox';
import { defineOperation } from '../../../operation.ts';
import { draftOrder, exampleDraftOrder } from '../../../resources/draft-order.ts';
import { object } from '../../../schema.ts';

export const draftFromOrder = defineOperation({
  endpoint: 'POST /admin/v1/orders/{id}/draft-orders',
  summary: 'Begin a draft order from an order',
  description:
    'A draft with the buyer, addresses, language and currency of an order. It is either a copy, with the lines of the order whose variants are still there, at today’s prices; or an addition to the order, without lines, whose goods leave with it: shipping costs nothing, each of both orders names the other, and the addition has a payment and an invoice of its own. Everything can be changed until it is placed. Refused with `illegal_transition` where an addition has nothing to leave with, because the order has left, or was cancelled or refunded. A copy of an order whose buyer was erased is that of a guest without a name.',
  auth: { kind: 'admin', permission: 'orders:write' },
  body: object({
    isAddition: Type.Boolean({ default: false, description: 'true: an addition; false: a copy' }),
  }),
  response: { status: 201, description: 'The draft', schema: draftOrder },
  errors: ['illegal_transition', 'too_many_draft_orders', 'currency_not_sold', 'amount_too_large'],
  examples: { body: { isAddition: false }, response: exampleDraftOrder },
});
