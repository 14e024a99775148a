import { Type } from 'typebox';
import { defineOperation } from '../../../operation.ts';
import { draftOrder, exampleDraftOrder } from '../../../resources/draft-order.ts';
import { object } from '../../../schema.ts';

export const draftFromOrder = defineOperation({
  endpoint: 'POST /admin/v1/orders/{id}/draft-orders',
  summary: 'Create a draft order from an order',
  description:
    'A draft with the buyer, addresses, language and currency of an order. It is either a copy, with the lines whose variants still exist, at today’s prices; or an addition to the order, without lines, whose goods leave with the order’s: shipping costs nothing, each of the two orders contains the other’s id and number, and the addition has its own payment and invoice. Everything can be changed until it is placed. An addition is refused with `illegal_transition` if the order’s goods have left, or it was cancelled or refunded. If the buyer’s data were erased, the copy is a draft for a guest without a name.',
  auth: { kind: 'admin', permission: 'orders:write' },
  body: object({
    isAddition: Type.Boolean({ default: false, description: 'true: an addition; false: a copy' }),
  }),
  response: { status: 201, description: 'The draft', schema: draftOrder },
  errors: ['illegal_transition', 'too_many_draft_orders', 'currency_not_sold', 'amount_too_large'],
  examples: { body: { isAddition: false }, response: exampleDraftOrder },
});
