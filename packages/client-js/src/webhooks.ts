import { createHmac, timingSafeEqual } from 'node:crypto';

/** What every delivery carries. `id` is the idempotency key: a retry has the same one. */
export interface WebhookEnvelope<Data = Record<string, unknown>> {
  id: string;
  event: string;
  /** When the event happened, ISO 8601; not when this attempt was made. */
  occurredAt: string;
  data: Data;
}

export interface SignWebhookInput {
  /** The exact bytes that are sent. A string is signed as UTF-8. */
  body: string | Uint8Array;
  /** The subscription's signing secret, whole: `whsec_` belongs to the key. */
  secret: string;
  /** Unix time in seconds. */
  timestamp: number;
  /** 32 hexadecimal characters, new for every attempt. */
  nonce: string;
}

export interface WebhookSignatureHeaders {
  'X-Service-Signature': string;
  'X-Service-Timestamp': string;
  'X-Service-Nonce': string;
}

/** Fetch `Headers`, Node's `request.headers`, or any plain record; names are matched in any case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Record<string, string | readonly string[] | undefined>;

export interface VerifyWebhookOptions {
  /** How far in the past the timestamp may lie. Default 300, as the specification says. */
  toleranceSeconds?: number;
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  now?: () => number;
}

export type WebhookVerificationErrorCode =
  | 'missing_header'
  | 'malformed_header'
  | 'stale_timestamp'
  | 'signature_mismatch'
  | 'malformed_body';

/** The delivery can't be trusted: answer 400 and do nothing. `message` names the probable cause and the mend. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly code: WebhookVerificationErrorCode;

  constructor(code: WebhookVerificationErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Signs a body the way the service does: HMAC-SHA256 of `<timestamp>.<nonce>.<raw body>`.
 * Subscribers use it in their tests; the service uses it for every delivery.
 */
export function signWebhook({ body, secret, timestamp, nonce }: SignWebhookInput): WebhookSignatureHeaders {
  if (secret === '') throw new TypeError('The signing secret is empty.');
  if (!Number.isSafeInteger(timestamp) || !TIMESTAMP.test(String(timestamp))) {
    throw new TypeError('timestamp is a whole number of seconds: Math.floor(Date.now() / 1000).');
  }
  if (!NONCE.test(nonce)) throw new TypeError('nonce is 32 hexadecimal characters.');

  const signature = hmac(secret, String(timestamp), nonce, body).toString('hex');
  return {
    'X-Service-Signature': `sha256=${signature}`,
    'X-Service-Timestamp': String(timestamp),
    'X-Service-Nonce': nonce,
  };
}

export interface SignStandardWebhookInput {
  /** The envelope's id. */
  id: string;
  body: string | Uint8Array;
  /** `whsec_` and base64; several while one is being rotated. */
  secrets: readonly string[];
  /** Unix time in seconds. */
  timestamp: number;
}

export interface StandardWebhookHeaders {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

/**
 * The headers of Standard Webhooks (https://www.standardwebhooks.com), which every delivery carries beside the others,
 * so that the libraries of that standard verify it as it is. Its key is what `whsec_` stands before, decoded.
 */
export function signStandardWebhook({
  id,
  body,
  secrets,
  timestamp,
}: SignStandardWebhookInput): StandardWebhookHeaders {
  assertSecrets(secrets);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}

/**
 * Verifies a delivery and returns its envelope. Pass the bytes as they arrived, before any JSON parser.
 *
 * Pass both secrets while one is being rotated. The header may carry several signatures for the same reason; one
 * that fits is enough. A timestamp in the future is accepted: it is signed, so nobody but the service can have set
 * it, and refusing it would only punish a receiver whose clock is slow. Deduplicate on the envelope's `id`.
 *
 * @throws {WebhookVerificationError} the delivery can't be trusted; answer 400.
 * @throws {TypeError} no secret was given: a mistake of the receiver's configuration, not of the delivery.
 */
export function verifyWebhook<Data = Record<string, unknown>>(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = () => Date.now() }: VerifyWebhookOptions = {},
): WebhookEnvelope<Data> {
  const secrets = typeof secret === 'string' ? [secret] : secret;
  assertSecrets(secrets);
  assertRawBody(rawBody);

  const timestamp = readHeader(headers, 'X-Service-Timestamp', TIMESTAMP, 'Unix time in seconds');
  const nonce = readHeader(headers, 'X-Service-Nonce', NONCE, '32 hexadecimal characters');
  const signatures = readSignatures(headers);

  assertRecent(Number(timestamp), now() / 1000, toleranceSeconds);
  if (!isSignedByAny(secrets, signatures, timestamp, nonce, rawBody)) {
    throw new WebhookVerificationError(
      'signature_mismatch',
      'No signature fits the body. Probable causes: the body was parsed and serialised again before verification ' +
        "(pass the raw bytes, with Express: express.raw({ type: 'application/json' })); the secret belongs to another " +
        'subscription or was rotated (pass the whole string, whsec_ included); a proxy changed the body.',
    );
  }

  return parseEnvelope<Data>(rawBody);
}

const TIMESTAMP = /^\d{1,11}$/;
const NONCE = /^[0-9a-f]{32}$/i;
const SIGNATURE = /^sha256=([0-9a-f]{64})$/;

function hmac(secret: string, timestamp: string, nonce: string, body: string | Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`${timestamp}.${nonce}.`).update(body).digest();
}

function isSignedByAny(
  secrets: readonly string[],
  signatures: readonly Buffer[],
  timestamp: string,
  nonce: string,
  body: string | Uint8Array,
): boolean {
  let isSigned = false;
  // No early exit: the time tells neither which secret fits nor which signature.
  for (const secret of secrets) {
    const expected = hmac(secret, timestamp, nonce, body);
    for (const signature of signatures) isSigned = timingSafeEqual(expected, signature) || isSigned;
  }
  return isSigned;
}

function assertSecrets(secrets: readonly string[]): void {
  // An HMAC with an empty key is one that anybody can compute.
  if (secrets.length > 0 && secrets.every((secret) => typeof secret === 'string' && secret !== '')) return;
  throw new TypeError('The signing secret is missing or empty: check the variable that holds it.');
}

function assertRawBody(rawBody: unknown): void {
  if (typeof rawBody === 'string' || rawBody instanceof Uint8Array) return;
  throw new WebhookVerificationError(
    'malformed_body',
    'The body was parsed before verification. Pass the raw bytes as they arrived, ' +
      "with Express: express.raw({ type: 'application/json' }) on this route, before express.json().",
  );
}

function assertRecent(timestamp: number, nowSeconds: number, toleranceSeconds: number): void {
  const age = nowSeconds - timestamp;
  // Written so that a tolerance or a clock of NaN refuses.
  if (age <= toleranceSeconds) return;
  throw new WebhookVerificationError(
    'stale_timestamp',
    `The delivery was signed ${Math.round(age)} seconds ago; ${toleranceSeconds} are allowed. ` +
      'Probable causes: the clock of this machine is off (check NTP), the request waited in a queue, or it is a replay.',
  );
}

function readHeader(headers: WebhookHeaders, name: string, pattern: RegExp, shape: string): string {
  const value = headerValue(headers, name);
  if (pattern.test(value)) return value;
  throw new WebhookVerificationError('malformed_header', `The header ${name} isn't ${shape}.`);
}

function readSignatures(headers: WebhookHeaders): Buffer[] {
  const value = headerValue(headers, 'X-Service-Signature');
  // What isn't ours is skipped, so that another scheme can be added beside this one.
  const signatures = value.split(/[\s,]+/).flatMap((part) => {
    const hex = SIGNATURE.exec(part)?.[1];
    return hex === undefined ? [] : [Buffer.from(hex, 'hex')];
  });
  if (signatures.length > 0) return signatures;
  throw new WebhookVerificationError(
    'malformed_header',
    'The header X-Service-Signature holds no sha256= followed by 64 lower-case hexadecimal characters.',
  );
}

function headerValue(headers: WebhookHeaders, name: string): string {
  const value = findHeader(headers, name);
  if (value !== '') return value;
  throw new WebhookVerificationError(
    'missing_header',
    `The header ${name} is missing. Probable causes: the request doesn't come from the service, ` +
      'or a proxy drops headers that it does not know.',
  );
}

function findHeader(headers: WebhookHeaders, name: string): string {
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

function parseEnvelope<Data>(rawBody: string | Uint8Array): WebhookEnvelope<Data> {
  const text = typeof rawBody === 'string' ? rawBody : Buffer.from(rawBody).toString('utf8');
  const envelope = parseJson(text);
  if (isEnvelope<Data>(envelope)) return envelope;
  throw new WebhookVerificationError(
    'malformed_body',
    "The signature fits, but the body isn't an envelope { id, event, occurredAt, data }: something else is signed " +
      'with this secret.',
  );
}

function parseJson(text: string): unknown {
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
