import { randomBytes } from 'node:crypto';
import { signStandardWebhook, signWebhook } from '@service/client-js/webhooks/sign';
import { deprecationHeaders, deprecationOf } from '@service/contract';
import type { ClaimedDelivery, ClaimedQueue } from './claimed-delivery.ts';
import type { StatementsContext } from './context.ts';
import type { QueueMessage } from './destination.ts';
import { bodyOf } from './formats/body.ts';
import { inSmallLetters } from './header-names.ts';
import { signByKeyPair } from './sign-by-key-pair.ts';

export interface SignedDelivery {
  /** The exact bytes that are signed. */
  body: Buffer;
  headers: Record<string, string>;
  /** The same for the ledger, named as on the wire: without the signatures and without the values of custom headers. */
  shownHeaders: Record<string, string>;
  /** Credentials that must not get into the ledger, in case a receiver echoes them. */
  secrets: string[];
  /** Undefined where the destination is no queue. */
  queue: QueueMessage | undefined;
}

/**
 * Signs every attempt separately: the timestamp and the nonce are part of what is signed. While a secret is being rotated, both
 * secrets sign, each in a header of its own: a receiver that compares the whole of `X-Service-Signature` knows the new one. Where
 * the subscription requires it, the store's key pairs sign too.
 */
export async function signDelivery(
  { services, now }: StatementsContext,
  claimed: ClaimedDelivery,
): Promise<SignedDelivery> {
  const { id, event, secretSealed, previousSecretSealed, signingKeys, isTest, sequence, traceparent } =
    claimed;
  // A message to a queue has no request to cover.
  const url = claimed.queue ? null : claimed.url;
  const secrets = [secretSealed, ...(previousSecretSealed ? [previousSecretSealed] : [])].map(
    services.sealer.open,
  );
  const { body, contentType } = bodyOf(claimed, services);
  const timestamp = Math.floor(now().getTime() / 1000);
  const nonce = nextNonce();

  const signatures = secrets.map(
    (secret) => signWebhook({ body, secret, timestamp, nonce })['X-Service-Signature'],
  );
  const [signature = '', previous] = signatures;
  const standard = signStandardWebhook({ id, body, secrets, timestamp });
  const byKeyPair = signingKeys && (await signByKeyPair(services, signingKeys, { id, timestamp, body, url }));
  const standardSignatures = [...standard['webhook-signature'].split(' '), ...(byKeyPair?.standard ?? [])];
  const custom = openHeaders(services, claimed);
  const queue = claimed.queue ? openQueue(services, claimed, claimed.queue) : undefined;

  const deprecation = claimed.fullData ? deprecationOf(claimed.apiVersion) : undefined;
  const shown = {
    'X-Service-Timestamp': String(timestamp),
    'X-Service-Nonce': nonce,
    'X-Service-Event': event,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    ...(sequence === null ? undefined : { 'X-Service-Sequence': String(sequence) }),
    ...(isTest ? { 'X-Service-Test': 'true' } : undefined),
    ...(deprecation ? deprecationHeaders(deprecation) : undefined),
    ...(traceparent ? { traceparent } : undefined),
  };
  return {
    body,
    headers: {
      ...custom,
      ...shown,
      // Queues have their own format, and only pushes have another one.
      ...(claimed.format === 'envelope' ? undefined : { 'content-type': contentType }),
      'X-Service-Signature': signature,
      ...(previous === undefined ? undefined : { 'X-Service-Signature-Previous': previous }),
      'webhook-signature': standardSignatures.join(' '),
      ...byKeyPair?.headers,
    },
    shownHeaders: {
      'content-type': contentType,
      'content-length': String(body.length),
      ...inSmallLetters(shown),
      ...inSmallLetters(Object.fromEntries(Object.keys(custom).map((name) => [name, '(hidden)']))),
    },
    secrets: [
      ...signatures,
      ...standardSignatures,
      ...(byKeyPair ? [byKeyPair.headers.Signature ?? ''] : []),
      ...[...Object.values(custom), ...(queue ? [queue.secret] : [])].filter(isLong),
    ],
    queue,
  };
}

const NONCE_BYTES = 16;
const NONCES_AT_ONCE = 256;
let randomness = Buffer.alloc(0);
let used = 0;

/** Reads many random bytes at once: each system call takes longer than the rest of a nonce. */
function nextNonce(): string {
  if (used === randomness.length) {
    randomness = randomBytes(NONCE_BYTES * NONCES_AT_ONCE);
    used = 0;
  }
  used += NONCE_BYTES;
  return randomness.toString('hex', used - NONCE_BYTES, used);
}

/** Whether a value is long enough to be a credential; a shorter one is found in any text by chance. */
function isLong(value: string): boolean {
  return value.length >= 8;
}

function openHeaders(
  { sealer }: StatementsContext['services'],
  { headersSealed }: ClaimedDelivery,
): Record<string, string> {
  return headersSealed ? JSON.parse(sealer.open(headersSealed)) : {};
}

function openQueue(
  { sealer }: StatementsContext['services'],
  { id, subscriptionId, event, isOrdered }: ClaimedDelivery,
  { secretSealed, resourceId, ...settings }: ClaimedQueue,
): QueueMessage {
  const secret = sealer.open(secretSealed);
  return { subscriptionId, deliveryId: id, event, resourceId, isOrdered, settings, secret };
}
