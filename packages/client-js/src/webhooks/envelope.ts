import type { WebhookEvents } from '../generated/events.ts';
import { textOf } from './bytes.ts';
import { WebhookVerificationError } from './verification-error.ts';

/** The envelope of every delivery. `id` is the idempotency key: a retry has the same one. */
export interface WebhookEnvelope<Data = Record<string, unknown>, Name extends string = string> {
  id: string;
  event: Name;
  /** When the event happened, in ISO 8601; not when this attempt was made. */
  occurredAt: string;
  data: Data;
}

export type WebhookEventName = keyof WebhookEvents;

/** The envelope of one event of the catalogue; without a name, of any of them: `event` then determines `data`. */
export type WebhookEnvelopeOf<Name extends WebhookEventName = WebhookEventName> = {
  [Each in Name]: WebhookEnvelope<WebhookEvents[Each], Each>;
}[Name];

export function parseEnvelope<Data>(rawBody: string | Uint8Array): WebhookEnvelope<Data> {
  const envelope = ofCloudEvent(parseJson(textOf(rawBody)));
  if (isEnvelope<Data>(envelope)) return envelope;
  throw new WebhookVerificationError(
    'malformed_body',
    "The signature fits, but the body isn't an envelope { id, event, occurredAt, data }: something else is signed " +
      'with this secret.',
  );
}

/** A subscription with the format `cloudevents` has the same data under other names; any other body is returned as it is. */
function ofCloudEvent(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('specversion' in body)) return body;
  const { id, type: event, time: occurredAt, data } = body as Record<string, unknown>;
  return { id, event, occurredAt, data };
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isEnvelope<Data>(value: unknown): value is WebhookEnvelope<Data> {
  if (typeof value !== 'object' || value === null) return false;
  const { id, event, occurredAt, data } = value as Partial<Record<keyof WebhookEnvelope, unknown>>;
  const areStrings = [id, event, occurredAt].every((member) => typeof member === 'string');
  return areStrings && typeof data === 'object' && data !== null && !Array.isArray(data);
}
