import { isDeepStrictEqual } from 'node:util';
import { EVENTS, fullData, NAMED_SCHEMAS, OBJECTS } from '@service/contract';
import { printType, type Schema } from './print-type.ts';

/** The event catalogue as types, for the handlers of subscribers. */
export function printEvents(): string {
  const definitions = Object.entries(EVENTS);
  const events = definitions.map(([name, { payloadType, firesWhen, object }]) => {
    const type = object ? `${payloadType} & WebhookFullData<${OBJECTS[object].schema}>` : payloadType;
    return `  /** Fires when ${firesWhen}. */\n  '${name}': ${type};\n`;
  });
  const payloads = new Map<string, Schema>();
  for (const [, { payloadType, payload }] of definitions) payloads.set(payloadType, asSchema(payload));
  const types = [...payloads].map(([name, schema]) => `export interface ${name} ${print(schema)}\n`);
  const resources = Object.values(OBJECTS).map(({ schema }) => schema);
  return `// Generated from the contract by \`npm run openapi\` in packages/contract. Don't edit.
import type { ${[...resources, ...PARTS].sort().join(', ')} } from './types.ts';

/** The payload of each event of the catalogue. */
export interface WebhookEvents {
${events.join('')}}

/** What the payload has beside that where the subscription asks for \`full\` ones; a thin one has none of it. */
export interface WebhookFullData<Resource> ${printFullData()}

${types.join('\n')}`;
}

function printFullData(): string {
  const schema = asSchema({ type: 'object', properties: fullData(RESOURCE), required: [] });
  return printType(schema, {
    nameOf: (member) =>
      member.description === schema.properties?.object?.description
        ? 'Resource | null'
        : PARTS.find((name) => isDeepStrictEqual(member, asSchema(NAMED_SCHEMAS[name] as object))),
    isRequest: false,
  });
}

/** What full payloads of every event are made of. */
const PARTS = ['EventActor', 'EventChange'];

/** Stands for the resource, which depends on the event. */
const RESOURCE = { type: 'object', properties: {} };

function print(schema: Schema): string {
  return printType(schema, { nameOf: () => undefined, isRequest: false });
}

/** Schemas carry hidden marks of the library that made them. */
function asSchema(schema: object): Schema {
  return JSON.parse(JSON.stringify(schema)) as Schema;
}
