import { Type } from 'typebox';
import { defineOperation } from '../../../operation.ts';
import { exampleOrder, order } from '../../../resources/order.ts';
import { object } from '../../../schema.ts';

export const addOrderNote = defineOperation({
  endpoint: 'POST /admin/v1/orders/{id}/notes',
  summary: 'Add a note to an order',
  description:
    'Keeps a text for other operators in the history of the order, with its author and time. Shoppers don’t see it, and it is removed with the buyer’s personal data. Records `order.note_added`.',
  auth: { kind: 'admin', permission: 'orders:write' },
  ifMatch: 'order',
  body: object({ note: Type.String({ minLength: 1, maxLength: 1000 }) }),
  response: { status: 200, description: 'The order', schema: order },
  examples: {
    body: { note: 'The shopper will pick it up on Saturday' },
    response: exampleOrder,
  },
});
