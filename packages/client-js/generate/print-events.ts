import { EVENTS } from '@service/contract';
import { printType, type Schema } from './print-type.ts';

/** The event catalogue as types, for the handlers of subscribers. */
export function printEvents(): string {
  const events = Object.entries(EVENTS).map(([name, { payloadType, firesWhen }]) => {
    return `  /** Fires when ${firesWhen}. */\n  '${name}': ${payloadType};\n`;
  });
  const payloads = new Map<string, Schema>();
  for (const { payloadType, payload } of Object.values(EVENTS)) {
    payloads.set(payloadType, JSON.parse(JSON.stringify(payload)) as Schema);
  }
  const types = [...payloads].map(([name, schema]) => {
    return `export interface ${name} ${printType(schema, { nameOf: () => undefined, isRequest: false })}\n`;
  });
  return `// Generated from the contract by \`npm run openapi\` in packages/contract. Don't edit.

/** The payload of each event of the catalogue. */
export interface WebhookEvents {
${events.join('')}}

${types.join('\n')}`;
}
