import { Type } from 'typebox';
import { eventName } from '../../../../events.ts';
import { defineOperation } from '../../../../operation.ts';
import { deliveryFields, exampleDelivery } from '../../../../resources/delivery.ts';
import { id, object, timestamp } from '../../../../schema.ts';

export const claimDeliveries = defineOperation({
  endpoint: 'POST /admin/v1/webhooks/subscriptions/{id}/claims',
  summary: 'Claim due deliveries of a pull subscription',
  description:
    'Returns what a push would send, byte for byte: `body` in UTF-8, and the headers with its signatures. Each claim opens an ' +
    'attempt and holds the delivery until `leaseUntil`; no other claim gets it before. Report the outcome by `…/outcomes`. ' +
    'Without a report the attempt is `unknown`, and the delivery is due again. If nothing is due, the response waits up to ' +
    '`waitSeconds`. 429 if too many claims wait already: 20 of a store, and a limit of the process.',
  waits: true,
  withoutKey: 'each claim takes other deliveries.',
  auth: { kind: 'admin', permission: 'webhooks:write' },
  body: object({
    limit: Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 10,
      description: 'Maximum number of deliveries',
    }),
    waitSeconds: Type.Integer({
      minimum: 0,
      maximum: 25,
      default: 0,
      description: 'How long to wait for the first delivery; 0: not at all',
    }),
  }),
  response: {
    status: 200,
    description: 'The deliveries, the longest due first; none if nothing came in time',
    schema: object({
      items: Type.Array(
        object({
          deliveryId: id,
          attempt: Type.Integer({ minimum: 1, description: 'To be sent with the report' }),
          leaseUntil: timestamp,
          event: eventName,
          isTest: deliveryFields.isTest,
          sequence: deliveryFields.sequence,
          body: Type.String({ description: 'The signed bytes, as UTF-8' }),
          headers: Type.Unsafe<Record<string, string>>({
            type: 'object',
            additionalProperties: { type: 'string' },
          }),
        }),
      ),
    }),
  },
  errors: ['not_a_pull_subscription', 'subscription_expired'],
  examples: {
    body: { limit: 10, waitSeconds: 20 },
    response: {
      items: [
        {
          deliveryId: exampleDelivery.id,
          attempt: 1,
          leaseUntil: '2026-01-15T09:32:00.120Z',
          event: exampleDelivery.event,
          isTest: false,
          sequence: exampleDelivery.sequence,
          body: `{"id":"${exampleDelivery.id}","event":"order.paid","occurredAt":"2026-01-15T09:31:00.000Z","data":{}}`,
          headers: { 'X-Service-Timestamp': '1768469460', 'X-Service-Signature': 'sha256=a6f1547761f4…' },
        },
      ],
    },
  },
});
