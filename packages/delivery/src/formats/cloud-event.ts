import { EVENTS, type EventName } from '@service/contract';
import { type EnvelopeInput, envelopeOf } from '../envelope.ts';

/**
 * An event of CloudEvents 1.0 in structured mode. Why not binary mode: there the attributes are headers, and what the signature
 * covers is the body.
 */
export function cloudEvent(input: EnvelopeInput, tenantId: string): object {
  const { id, event, occurredAt, data } = envelopeOf(input);
  return {
    specversion: '1.0',
    id,
    source: `urn:uuid:${tenantId}`,
    type: event,
    subject: data[EVENTS[event as EventName].orderedBy],
    time: occurredAt,
    datacontenttype: 'application/json',
    data,
  };
}
