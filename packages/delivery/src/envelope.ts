import { type EventName, type FullPayload, presentPayload } from '@service/contract';
import type { RecordedPayload } from './full-payload.ts';

export interface EnvelopeInput {
  /** The delivery's id, the receiver's idempotency key: the same for every attempt and every manual retry. */
  id: string;
  event: string;
  /** When the event was created, not when this attempt is made. */
  occurredAt: Date;
  data: Readonly<Record<string, unknown>>;
  /** The part of a full payload beside it. */
  fullData?: RecordedPayload | null;
  /** The version in which it is presented; when absent, the one in which it was recorded. */
  apiVersion?: string;
}

/** The body of a delivery, as JSON; docs/webhooks.md describes it. The order of the members is part of the golden vectors. */
export function envelopeOf({ id, event, occurredAt, data, fullData, apiVersion }: EnvelopeInput) {
  return {
    id,
    event,
    occurredAt: occurredAt.toISOString(),
    data: fullData ? { ...data, ...presented(event, fullData, apiVersion) } : data,
  };
}

function presented(event: string, { apiVersion: from, payload }: RecordedPayload, to = from): FullPayload {
  return presentPayload(payload, { event: event as EventName, from, to });
}

/**
 * The exact bytes that are signed and sent. Serialise once and pass the same buffer to the signature and to the socket.
 */
export function envelopeBytes(input: EnvelopeInput): Buffer {
  return Buffer.from(JSON.stringify(envelopeOf(input)));
}
