import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { createApiSender } from './api-sender.ts';
import type { Destination, MessageToQueue, PubSubSettings, QueueMessage } from './destination.ts';

const SCOPE = 'https://www.googleapis.com/auth/pubsub';

/** Google accepts a token for an hour; it is replaced before. */
const TOKEN_LIFETIME_S = 3600;
const TOKEN_KEPT_MS = 50 * 60_000;
const MAX_TOKENS = 1000;

/**
 * Sends one message to Google Pub/Sub, to `publish` of its topic. It has succeeded when the response contains the id of the
 * message there.
 *
 * The token is a JWT that the service account's key signs itself (https://google.aip.dev/auth/4111), so no token server is
 * called.
 */
export function createPubSubSender(http: Destination): Destination {
  const tokens = new LRUCache<string, string>({ max: MAX_TOKENS, ttl: TOKEN_KEPT_MS });

  /** A signature by RSA takes a millisecond: one is made for many messages. */
  function tokenFor({ settings, secret }: QueueMessage): string {
    const { clientEmail, privateKeyId } = settings as PubSubSettings;
    const key = JSON.stringify([clientEmail, privateKeyId, secret]);
    const known = tokens.get(key);
    if (known) return known;
    const claims = { iss: clientEmail, sub: clientEmail, scope: SCOPE };
    const made = jwt.sign(claims, secret, {
      algorithm: 'RS256',
      expiresIn: TOKEN_LIFETIME_S,
      keyid: privateKeyId,
    });
    tokens.set(key, made);
    return made;
  }

  return createApiSender(http, {
    requestOf(message, endpoint) {
      const token = tokenFor(message.queue);
      return {
        url: `${endpoint.origin}${endpoint.pathname}:publish`,
        body: JSON.stringify({ messages: [contentOf(message)] }),
        headers: { authorization: `Bearer ${token}` },
        secret: token,
      };
    },
    errorOf: (responseBody) =>
      /"messageIds"\s*:\s*\[\s*"[^"]+"/.test(responseBody) ? null : 'invalid response',
    close: () => tokens.clear(),
  });
}

function contentOf({ body, headers, queue: { resourceId, isOrdered } }: MessageToQueue) {
  return {
    data: body.toString('base64'),
    attributes: headers,
    ...(isOrdered ? { orderingKey: resourceId } : {}),
  };
}
