import { Type } from 'typebox';
import { CATALOGUE, eventName } from '../../../events.ts';
import { defineOperation } from '../../../operation.ts';
import { nullable, object } from '../../../schema.ts';

export const listWebhookEvents = defineOperation({
  endpoint: 'GET /admin/v1/webhooks/events',
  summary: 'The event catalogue',
  description:
    'Every event that a subscription can name, with the JSON Schema of its payload and an example.',
  auth: { kind: 'admin', permission: 'webhooks:read', portal: 'catalogue' },
  response: {
    status: 200,
    description: 'The catalogue',
    schema: object({
      items: Type.Array(
        object({
          name: eventName,
          firesWhen: Type.String(),
          payloadType: Type.String(),
          since: Type.String({ description: 'The version of the interface that introduced it' }),
          orderedBy: Type.String({
            description:
              'The member of `data` that names the resource: an ordered subscription gets the events of one resource in sequence',
          }),
          object: nullable(Type.String(), {
            description:
              'What full payloads carry as `data.object`: a schema of this document; null: nothing',
          }),
          schema: Type.Unsafe<object>({ type: 'object', description: 'JSON Schema of `data`' }),
          example: Type.Unsafe<object>({ type: 'object', description: 'A `data` that fits the schema' }),
        }),
      ),
    }),
  },
  examples: { response: { items: CATALOGUE.slice(0, 1) } },
});
