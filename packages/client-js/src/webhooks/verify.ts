import { concat, fromBase64, fromHex, utf8 } from './bytes.ts';
import { diagnoseMismatch } from './diagnose.ts';
import { parseEnvelope, type WebhookEnvelope } from './envelope.ts';
import { findHeader, headerValue, readHeader, type WebhookHeaders } from './headers.ts';
import {
  assertKey,
  assertSecrets,
  encodedKey,
  isPublicKey,
  NONCE,
  servicePrefix,
  standardPrefix,
  TIMESTAMP,
} from './scheme.ts';
import { WebhookVerificationError } from './verification-error.ts';

export interface VerifyWebhookOptions {
  /** The largest age of the timestamp, in seconds. Default 300. */
  toleranceSeconds?: number | undefined;
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  now?: (() => number) | undefined;
}

/**
 * Verifies a delivery and returns its envelope. Pass the bytes as they arrived, before any JSON parser.
 *
 * While a secret is being rotated, either one is accepted: a second header carries the signature by the old one. A timestamp in
 * the future is accepted: it is signed, so only the service can have set it, and refusing it would only punish a receiver whose
 * clock is slow. Instead of a secret, or beside it, pass a public key of the store (`whpk_…`): it verifies the `v1a` signature of
 * a subscription whose `signature` is `ed25519`. Where a proxy dropped the `X-Service-` headers, those of Standard Webhooks are
 * used. Deduplicate on the envelope's `id`.
 *
 * It uses Web Crypto alone, so it runs in Node, Deno, Bun, on edge runtimes and in web pages with TLS.
 *
 * @returns a promise, which is rejected with:
 * @throws {WebhookVerificationError} the delivery can't be trusted; respond with 400.
 * @throws {TypeError} no secret was given: a mistake of the receiver's configuration, not of the delivery.
 */
export async function verifyWebhook<Data = Record<string, unknown>>(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = () => Date.now() }: VerifyWebhookOptions = {},
): Promise<WebhookEnvelope<Data>> {
  const secrets = typeof secret === 'string' ? [secret] : secret;
  assertSecrets(secrets);
  assertRawBody(rawBody);

  const keys = secrets.filter(isPublicKey);
  const shared = secrets.filter((each) => !isPublicKey(each));
  // With both, either is accepted, so that a receiver can change from one to the other without a gap.
  const isByKey = keys.length > 0 && (shared.length === 0 || (await fitsPublicKey(rawBody, headers, keys)));
  const scheme = isByKey ? readPublic(headers) : readShared(headers);
  const candidates = isByKey ? keys : shared;
  assertRecent(Number(scheme.timestamp), now() / 1000, toleranceSeconds);
  if (!(await isSignedByAny(candidates, scheme, rawBody))) {
    const fits = (body: string | Uint8Array, others: readonly string[]) =>
      isSignedByAny(others, scheme, body);
    throw new WebhookVerificationError(
      'signature_mismatch',
      await diagnoseMismatch(rawBody, candidates, fits),
    );
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

/** The content of the headers, from either of the two sets. */
interface Scheme {
  timestamp: string;
  signatures: readonly Bytes[];
  importKey(secret: string): Promise<Key>;
  algorithm: 'HMAC' | 'Ed25519';
  /** The signed text before the body. */
  prefix: string;
  id?: string;
}

type Bytes = Uint8Array<ArrayBuffer>;
type Key = Parameters<typeof crypto.subtle.verify>[1];

async function fitsPublicKey(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  keys: readonly string[],
): Promise<boolean> {
  return PUBLIC_SIGNATURES.test(findHeader(headers, 'webhook-signature'))
    ? isSignedByAny(keys, readPublic(headers), rawBody)
    : false;
}

function readShared(headers: WebhookHeaders): Scheme {
  return isStandardOnly(headers) ? readStandard(headers) : readService(headers);
}

function isStandardOnly(headers: WebhookHeaders): boolean {
  return findHeader(headers, 'X-Service-Signature') === '' && findHeader(headers, 'webhook-signature') !== '';
}

const SERVICE_SIGNATURE = /^sha256=([0-9a-f]{64})$/;
const STANDARD_SIGNATURE = /^v1,([A-Za-z0-9+/]{43}=)$/;
const PUBLIC_SIGNATURE = /^v1a,([A-Za-z0-9+/]{86}==)$/;
const PUBLIC_SIGNATURES = /(^|\s)v1a,/;

function readService(headers: WebhookHeaders): Scheme {
  const timestamp = readHeader(headers, 'X-Service-Timestamp', TIMESTAMP, 'Unix time in seconds');
  const nonce = readHeader(headers, 'X-Service-Nonce', NONCE, '32 hexadecimal characters');
  // Signatures of other schemes are skipped, so that a new scheme can be added.
  const signatures = [
    headerValue(headers, 'X-Service-Signature'),
    findHeader(headers, 'X-Service-Signature-Previous'),
  ]
    .flatMap((value) => value.split(/[\s,]+/))
    .flatMap((part) => SERVICE_SIGNATURE.exec(part)?.[1] ?? [])
    .map(fromHex);
  assertAnySignature(
    signatures,
    'X-Service-Signature',
    'sha256= followed by 64 lower-case hexadecimal characters',
  );
  return {
    timestamp,
    signatures,
    importKey: (secret) => importSecret(utf8(secret)),
    algorithm: 'HMAC',
    prefix: servicePrefix(timestamp, nonce),
  };
}

function readStandard(headers: WebhookHeaders): Scheme {
  return {
    ...readStandardHeaders(headers, STANDARD_SIGNATURE, 'v1, followed by 32 bytes in base64'),
    importKey: (secret) => importSecret(fromBase64(encodedKey(secret))),
    algorithm: 'HMAC',
  };
}

function readPublic(headers: WebhookHeaders): Scheme {
  return {
    ...readStandardHeaders(
      headers,
      PUBLIC_SIGNATURE,
      'v1a, followed by 64 bytes in base64: set the signature of the subscription to ed25519',
    ),
    importKey: importPublicKey,
    algorithm: 'Ed25519',
  };
}

function readStandardHeaders(headers: WebhookHeaders, shape: RegExp, expected: string) {
  const timestamp = readHeader(headers, 'webhook-timestamp', TIMESTAMP, 'Unix time in seconds');
  const id = headerValue(headers, 'webhook-id');
  const signatures = headerValue(headers, 'webhook-signature')
    .split(/\s+/)
    .flatMap((part) => shape.exec(part)?.[1] ?? [])
    .map(fromBase64);
  assertAnySignature(signatures, 'webhook-signature', expected);
  return { timestamp, id, signatures, prefix: standardPrefix(id, timestamp) };
}

function assertAnySignature(signatures: readonly Bytes[], name: string, shape: string): void {
  if (signatures.length > 0) return;
  throw new WebhookVerificationError('malformed_header', `The header ${name} holds no ${shape}.`);
}

async function isSignedByAny(
  secrets: readonly string[],
  { signatures, importKey, algorithm, prefix }: Scheme,
  body: string | Uint8Array,
): Promise<boolean> {
  const signed = concat([utf8(prefix), typeof body === 'string' ? utf8(body) : body]);
  let isSigned = false;
  // It never exits early, so that the time discloses neither which secret nor which signature fits.
  for (const secret of secrets) {
    const key = await importKey(secret);
    for (const signature of signatures)
      isSigned = (await crypto.subtle.verify(algorithm, key, signature, signed)) || isSigned;
  }
  return isSigned;
}

function importSecret(key: Bytes): Promise<Key> {
  assertKey(key);
  return crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function importPublicKey(text: string): Promise<Key> {
  const key = fromBase64(text.slice('whpk_'.length));
  if (key.length !== 32) throw new TypeError('The public key has no 32 bytes in base64 after whpk_.');
  return crypto.subtle.importKey('raw', key, { name: 'Ed25519' }, false, ['verify']);
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
