import { Type } from 'typebox';
import { defineOperation } from '../../../../operation.ts';
import { deliveryFields, exampleDelivery, PULL_ERRORS } from '../../../../resources/delivery.ts';
import { id, nullable, object, stringEnum } from '../../../../schema.ts';

const outcome = object({
  deliveryId: id,
  attempt: Type.Optional(
    Type.Integer({ minimum: 1, description: 'The attempt of the claim; absent: the newest' }),
  ),
  responseCode: nullable(Type.Integer({ minimum: 100, maximum: 599 }), {
    description: 'The receiver’s HTTP status; null: there was no response',
  }),
  durationMs: Type.Integer({ minimum: 0, maximum: 86_400_000 }),
  error: Type.Optional(
    stringEnum(PULL_ERRORS, { description: 'Why there was no response, or none to be trusted' }),
  ),
});

export const reportOutcomes = defineOperation({
  endpoint: 'POST /admin/v1/webhooks/subscriptions/{id}/outcomes',
  summary: 'Report the outcomes of claimed deliveries',
  description:
    'A `responseCode` of 2xx without `error` delivers; anything else fails, and the retry table says when the delivery is due ' +
    'again. A success counts whenever it comes; a failure only while its attempt is the newest: `isRecorded` says so. ' +
    'Reporting twice changes nothing. If one of the deliveries is not of this subscription, or was never claimed under this ' +
    '`attempt`, nothing is recorded.',
  withoutKey: 'an attempt has one outcome, however often it is reported.',
  auth: { kind: 'admin', permission: 'webhooks:write' },
  body: object({ outcomes: Type.Array(outcome, { minItems: 1, maxItems: 100 }) }),
  response: {
    status: 200,
    description: 'Each delivery as it is now, in the order of the report',
    schema: object({
      items: Type.Array(
        object({
          deliveryId: id,
          isRecorded: Type.Boolean({ description: 'Whether this report decided the state' }),
          status: deliveryFields.status,
          nextRetryAt: deliveryFields.nextRetryAt,
        }),
      ),
    }),
  },
  errors: ['not_a_pull_subscription', 'not_claimed'],
  examples: {
    body: { outcomes: [{ deliveryId: exampleDelivery.id, attempt: 1, responseCode: 204, durationMs: 12 }] },
    response: {
      items: [
        {
          deliveryId: exampleDelivery.id,
          isRecorded: true,
          status: 'delivered' as const,
          nextRetryAt: null,
        },
      ],
    },
  },
});
