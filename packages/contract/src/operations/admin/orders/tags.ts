import { Type } from 'typebox';
import { EXAMPLE_ORDER_ID } from '../../../events.ts';
import { defineOperation } from '../../../operation.ts';
import { givenOrderTags } from '../../../resources/order.ts';
import { id, object } from '../../../schema.ts';

export const tagOrders = defineOperation({
  endpoint: 'POST /admin/v1/orders/tags',
  summary: 'Add and remove tags of several orders',
  description:
    'All of them or none: refused where an order isn’t there, or would have more than 20 tags. A tag that is in both lists is removed. Records `order.updated` for each order that changes.',
  auth: { kind: 'admin', permission: 'orders:write' },
  body: object({
    orderIds: Type.Array(id, { minItems: 1, maxItems: 100 }),
    add: Type.Optional(givenOrderTags),
    remove: Type.Optional(givenOrderTags),
  }),
  response: {
    status: 200,
    description: 'How many orders have other tags now',
    schema: object({ changed: Type.Integer({ minimum: 0 }) }),
  },
  errors: ['not_found'],
  examples: {
    body: { orderIds: [EXAMPLE_ORDER_ID], add: ['gift'], remove: ['call first'] },
    response: { changed: 1 },
  },
});
