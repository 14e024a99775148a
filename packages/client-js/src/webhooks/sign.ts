import { createHmac, randomBytes } from 'node:crypto';
import {
  assertKey,
  assertSecrets,
  encodedKey,
  NONCE,
  servicePrefix,
  standardPrefix,
  TIMESTAMP,
} from './scheme.ts';

export interface SignWebhookInput {
  /** The exact bytes that are sent. A string is signed as UTF-8. */
  body: string | Uint8Array;
  /** The whole signing secret of the subscription: `whsec_` is a part of the key. */
  secret: string;
  /** Unix time in seconds; now when absent. */
  timestamp?: number;
  /** 32 hexadecimal characters, new for every attempt; random when absent. */
  nonce?: string;
}

export interface WebhookSignatureHeaders {
  'X-Service-Signature': string;
  'X-Service-Timestamp': string;
  'X-Service-Nonce': string;
}

/**
 * Signs a body as the service does: HMAC-SHA256 of `<timestamp>.<nonce>.<raw body>`. Subscribers use it in their tests; the
 * service uses it for every delivery. It requires Node.
 */
export function signWebhook({
  body,
  secret,
  timestamp = Math.floor(Date.now() / 1000),
  nonce = randomBytes(16).toString('hex'),
}: SignWebhookInput): WebhookSignatureHeaders {
  if (secret === '') throw new TypeError('The signing secret is empty.');
  if (!Number.isSafeInteger(timestamp) || !TIMESTAMP.test(String(timestamp))) {
    throw new TypeError('timestamp is a whole number of seconds: Math.floor(Date.now() / 1000).');
  }
  if (!NONCE.test(nonce)) throw new TypeError('nonce is 32 hexadecimal characters.');

  const signature = createHmac('sha256', secret)
    .update(servicePrefix(String(timestamp), nonce))
    .update(body)
    .digest('hex');
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
 * The headers of Standard Webhooks (https://www.standardwebhooks.com), which every delivery has in addition, so that the
 * libraries of that standard can verify it. Their key is the decoded text after `whsec_`.
 */
export function signStandardWebhook({
  id,
  body,
  secrets,
  timestamp,
}: SignStandardWebhookInput): StandardWebhookHeaders {
  assertSecrets(secrets);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(encodedKey(secret), 'base64');
    assertKey(key);
    const hmac = createHmac('sha256', key)
      .update(standardPrefix(id, String(timestamp)))
      .update(body);
    return `v1,${hmac.digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
