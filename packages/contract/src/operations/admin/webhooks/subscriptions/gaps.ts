import { Type } from 'typebox';
import { eventName } from '../../../../events.ts';
import { defineOperation } from '../../../../operation.ts';
import { deliveryFields, exampleDelivery } from '../../../../resources/delivery.ts';
import { cursorQuery, id, list, nullable, object, stringEnum, timestamp } from '../../../../schema.ts';

const gap = object({
  sequence: Type.Integer({ minimum: 1 }),
  deliveryId: id,
  event: eventName,
  status: stringEnum(['pending', 'failed', 'exhausted']),
  attempts: deliveryFields.attempts,
  nextRetryAt: nullable(timestamp, { description: 'Null when exhausted: there is no automatic retry' }),
  lastError: deliveryFields.lastError,
});

export const listSubscriptionGaps = defineOperation({
  endpoint: 'GET /admin/v1/webhooks/subscriptions/{id}/gaps',
  summary: 'List the gaps of a subscription’s sequence',
  description:
    'The numbers (`X-Service-Sequence`) that were assigned to a delivery and not delivered: under way, waiting for a retry, ' +
    'or exhausted. In the order of the numbers. `total` counts up to 1000, and `isTotalCapped` says when there are more. ' +
    'What was removed from the delivery log for its age is not listed.',
  auth: { kind: 'admin', permission: 'webhooks:read', portal: 'view' },
  query: cursorQuery(
    {},
    Type.String({
      pattern: '^[1-9][0-9]{0,14}$',
      description: 'Another response’s `nextCursor`, instead of `page`',
    }),
  ),
  response: {
    status: 200,
    description: 'A page of the gaps',
    schema: object({
      ...list(gap).properties,
      isTotalCapped: Type.Boolean(),
      nextCursor: nullable(Type.String(), {
        description: 'Where the next page begins; null on the last one',
      }),
      lastSequence: Type.Integer({
        minimum: 0,
        description: 'The highest number assigned; 0: none yet',
      }),
    }),
  },
  examples: {
    response: {
      items: [
        {
          sequence: 1042,
          deliveryId: exampleDelivery.id,
          event: exampleDelivery.event,
          status: exampleDelivery.status,
          attempts: 1,
          nextRetryAt: exampleDelivery.nextRetryAt,
          lastError: exampleDelivery.lastError,
        },
      ],
      total: 1,
      isTotalCapped: false,
      page: 1,
      pageSize: 20,
      nextCursor: null,
      lastSequence: 1107,
    },
  },
});
