import { Type } from 'typebox';
import { EXAMPLE_ORDER_ID } from '../../events.ts';
import { defineOperation } from '../../operation.ts';
import { id, nullableText, object, stringEnum } from '../../schema.ts';

const FOUND_TYPES = ['order', 'product', 'customer', 'subscription', 'delivery'] as const;

export const search = defineOperation({
  endpoint: 'GET /admin/v1/search',
  summary: 'Find an order, product, customer or delivery',
  description:
    'By an id, or by the beginning of an order number, an e-mail address or a SKU: each is one range of an index, however large the ' +
    'store. Up to five of each kind, and only of the kinds that the role may read. Lists have filters of their own.',
  auth: { kind: 'admin' },
  query: object({
    q: Type.String({ maxLength: 255, default: '', description: 'An empty text finds nothing' }),
  }),
  response: {
    status: 200,
    description: 'What was found',
    schema: object({
      items: Type.Array(
        object({
          type: stringEnum(FOUND_TYPES),
          id,
          title: Type.String({ description: 'An order’s number, a product’s title, an address, an event' }),
          detail: nullableText,
        }),
      ),
    }),
  },
  examples: {
    response: {
      items: [{ type: 'order', id: EXAMPLE_ORDER_ID, title: '1001', detail: 'ada@example.com' }],
    },
  },
});
