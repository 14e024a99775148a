import { ENVELOPE_HEADERS, EVENTS, type EventName, envelopeSchema, exampleEnvelope } from '../events.ts';

/** The request that a subscriber receives for one event. */
export function webhookObject(name: EventName): object {
  return {
    post: {
      operationId: `on${pascalCase(name)}`,
      tags: ['Webhooks'],
      summary: `Fires when ${EVENTS[name].firesWhen}`,
      description: `${EVENTS[name].payloadType}. Delivered at least once; deduplicate on \`id\`.`,
      security: [{ webhookSignature: [] }],
      parameters: Object.entries(ENVELOPE_HEADERS).map(([header, { description, example, isOptional }]) => ({
        name: header,
        in: 'header',
        required: !isOptional,
        description,
        schema: { type: 'string' },
        example,
      })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: envelopeSchema(name), example: exampleEnvelope(name) } },
      },
      responses: {
        '2XX': { description: 'Delivered. Any other response, or none in time, is retried.' },
        '400': { description: 'What a receiver returns for a signature that doesn’t match; retried.' },
      },
    },
  };
}

function pascalCase(name: string): string {
  return name.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());
}
