import { timingSafeEqual } from 'node:crypto';
import { diagnoseMismatch } from './diagnose.ts';
import { parseEnvelope, type WebhookEnvelope } from './envelope.ts';
import { findHeader, headerValue, readHeader, type WebhookHeaders } from './headers.ts';
import { assertSecrets, NONCE, serviceHmac, standardHmac, TIMESTAMP } from './sign.ts';
import { WebhookVerificationError } from './verification-error.ts';

export interface VerifyWebhookOptions {
  /** How far in the past the timestamp may lie. Default 300, as the specification says. */
  toleranceSeconds?: number | undefined;
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  now?: (() => number) | undefined;
}

/**
 * Verifies a delivery and returns its envelope. Pass the bytes as they arrived, before any JSON parser.
 *
 * Either secret will do while one is being rotated: a second header carries the signature by the old one. A timestamp in the future is accepted: it is signed, so nobody but the service can have set
 * it, and refusing it would only punish a receiver whose clock is slow. Where a proxy dropped the `X-Service-` headers,
 * those of Standard Webhooks are taken. Deduplicate on the envelope's `id`.
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

  const scheme = isStandardOnly(headers) ? readStandard(headers) : readService(headers);
  assertRecent(Number(scheme.timestamp), now() / 1000, toleranceSeconds);
  if (!isSignedByAny(secrets, scheme, rawBody)) {
    const fits = (body: string | Uint8Array, others: readonly string[]) =>
      isSignedByAny(others, scheme, body);
    throw new WebhookVerificationError('signature_mismatch', diagnoseMismatch(rawBody, secrets, fits));
  }

  const envelope = parseEnvelope<Data>(rawBody);
  if (scheme.id !== undefined && scheme.id !== envelope.id) {
    throw new WebhookVerificationError(
      'malformed_header',
      "The header webhook-id isn't the id of the envelope.",
    );
  }
  return envelope;
}

/** What the headers say, whichever of the two sets they are. */
interface Scheme {
  timestamp: string;
  signatures: readonly Buffer[];
  expected(secret: string, body: string | Uint8Array): Buffer;
  id?: string;
}

function isStandardOnly(headers: WebhookHeaders): boolean {
  return findHeader(headers, 'X-Service-Signature') === '' && findHeader(headers, 'webhook-signature') !== '';
}

const SERVICE_SIGNATURE = /^sha256=([0-9a-f]{64})$/;
const STANDARD_SIGNATURE = /^v1,([A-Za-z0-9+/]{43}=)$/;

function readService(headers: WebhookHeaders): Scheme {
  const timestamp = readHeader(headers, 'X-Service-Timestamp', TIMESTAMP, 'Unix time in seconds');
  const nonce = readHeader(headers, 'X-Service-Nonce', NONCE, '32 hexadecimal characters');
  // What isn't ours is skipped, so that another scheme can be added beside this one.
  const signatures = [
    headerValue(headers, 'X-Service-Signature'),
    findHeader(headers, 'X-Service-Signature-Previous'),
  ]
    .flatMap((value) => value.split(/[\s,]+/))
    .flatMap((part) => bytesOf(SERVICE_SIGNATURE.exec(part)?.[1], 'hex'));
  assertAnySignature(
    signatures,
    'X-Service-Signature',
    'sha256= followed by 64 lower-case hexadecimal characters',
  );
  return {
    timestamp,
    signatures,
    expected: (secret, body) => serviceHmac(secret, { timestamp, nonce, body }),
  };
}

function readStandard(headers: WebhookHeaders): Scheme {
  const timestamp = readHeader(headers, 'webhook-timestamp', TIMESTAMP, 'Unix time in seconds');
  const id = headerValue(headers, 'webhook-id');
  const signatures = headerValue(headers, 'webhook-signature')
    .split(/\s+/)
    .flatMap((part) => bytesOf(STANDARD_SIGNATURE.exec(part)?.[1], 'base64'));
  assertAnySignature(signatures, 'webhook-signature', 'v1, followed by 32 bytes in base64');
  return {
    timestamp,
    id,
    signatures,
    expected: (secret, body) => standardHmac(secret, { id, timestamp, body }),
  };
}

function bytesOf(text: string | undefined, encoding: 'hex' | 'base64'): Buffer[] {
  return text === undefined ? [] : [Buffer.from(text, encoding)];
}

function assertAnySignature(signatures: readonly Buffer[], name: string, shape: string): void {
  if (signatures.length > 0) return;
  throw new WebhookVerificationError('malformed_header', `The header ${name} holds no ${shape}.`);
}

function isSignedByAny(
  secrets: readonly string[],
  { signatures, expected }: Scheme,
  body: string | Uint8Array,
): boolean {
  let isSigned = false;
  // No early exit: the time tells neither which secret fits nor which signature.
  for (const secret of secrets) {
    const wanted = expected(secret, body);
    for (const signature of signatures) isSigned = timingSafeEqual(wanted, signature) || isSigned;
  }
  return isSigned;
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
