import { WebhookVerificationError } from './verification-error.ts';

/** Fetch `Headers`, Node's `request.headers`, or any plain record; names are matched in any case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Record<string, string | readonly string[] | undefined>;

/** The value if it has the right format; otherwise throws the reason. */
export function readHeader(headers: WebhookHeaders, name: string, pattern: RegExp, shape: string): string {
  const value = headerValue(headers, name);
  if (pattern.test(value)) return value;
  throw new WebhookVerificationError('malformed_header', `The header ${name} isn't ${shape}.`);
}

export function headerValue(headers: WebhookHeaders, name: string): string {
  const value = findHeader(headers, name);
  if (value !== '') return value;
  throw new WebhookVerificationError(
    'missing_header',
    `The header ${name} is missing. Probable causes: the request doesn't come from the service, ` +
      'or a proxy drops headers that it does not know.',
  );
}

const SEQUENCE = /^[1-9]\d{0,15}$/;

/**
 * The number of a delivery in the sequence of its subscription, the same at every attempt; null if there is none, as for a test.
 * The sequence has no gaps, so a missing number was not delivered. It isn't signed: use it to find gaps, and for no other
 * decision.
 */
export function readWebhookSequence(headers: WebhookHeaders): number | null {
  const value = findHeader(headers, 'X-Service-Sequence');
  return SEQUENCE.test(value) ? Number(value) : null;
}

/** '' if it is absent. */
export function findHeader(headers: WebhookHeaders, name: string): string {
  if (isFetchHeaders(headers)) return headers.get(name)?.trim() ?? '';
  const wanted = name.toLowerCase();
  return Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === wanted)
    .flatMap(([, value]) => value ?? [])
    .join(',')
    .trim();
}

function isFetchHeaders(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function';
}
