import { type TSchema, Type } from 'typebox';
import { fullData, OBJECTS } from '../event-objects.ts';
import { ENVELOPE_HEADERS, EVENTS, type EventName, envelopeSchema, exampleEnvelope } from '../events.ts';
import { NAMED_SCHEMAS } from './named-schemas.ts';

/** The request that a subscriber receives for one event. */
export function webhookObject(name: EventName): object {
  return {
    post: {
      operationId: `on${pascalCase(name)}`,
      tags: ['Webhooks'],
      summary: `Fires when ${EVENTS[name].firesWhen}`,
      description: `${EVENTS[name].payloadType}. Delivered at least once; deduplicate on \`id\`.`,
      security: [{ webhookSignature: [] }],
      parameters: Object.keys(ENVELOPE_HEADERS).map((header) => ({
        $ref: `#/components/parameters/${header}`,
      })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: fullEnvelopeSchema(name), example: exampleEnvelope(name) } },
      },
      responses: {
        '2XX': { description: 'Delivered. Any other response, or none in time, is retried.' },
        '400': { description: 'What a receiver returns for a signature that doesn’t match; retried.' },
      },
    },
  };
}

/** The headers of a delivery: said once, since those of every event are the same. */
export const DELIVERY_HEADERS: Readonly<Record<string, object>> = Object.fromEntries(
  Object.entries(ENVELOPE_HEADERS).map(([header, { description, example, isOptional }]) => [
    header,
    { name: header, in: 'header', required: !isOptional, description, schema: { type: 'string' }, example },
  ]),
);

/** The members of a full payload are optional: a thin one has none of them. */
function fullEnvelopeSchema(name: EventName): TSchema {
  const thin = envelopeSchema(name);
  const { object } = EVENTS[name];
  if (!object) return thin;
  const { [OBJECTS[object].schema]: resource } = NAMED_SCHEMAS;
  const full = fullData(resource as TSchema);
  const optional = Object.entries(full).map(([member, schema]) => [member, Type.Optional(schema)]);
  const data = Type.Object({ ...thin.properties.data.properties, ...Object.fromEntries(optional) });
  return Type.Object({ ...thin.properties, data });
}

function pascalCase(name: string): string {
  return name.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());
}
