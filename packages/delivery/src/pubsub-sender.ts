import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import type {
  AttemptOutcome,
  Destination,
  OutgoingMessage,
  PubSubSettings,
  QueueMessage,
} from './destination.ts';
import { withoutSecrets } from './hide-secrets.ts';
import { parseUrl } from './parse-url.ts';

type PubSubMessage = QueueMessage & { settings: PubSubSettings };

const SCOPE = 'https://www.googleapis.com/auth/pubsub';

/** Google takes a token for an hour; it is replaced before. */
const TOKEN_LIFETIME_S = 3600;
const TOKEN_KEPT_MS = 50 * 60_000;
const MAX_TOKENS = 1000;

/**
 * One message to Google Pub/Sub: a POST to `publish` of the topic over the way of all webhooks, with its address guard, deadline and
 * limits. It has succeeded when the response names the id of the message there.
 *
 * The token is a JWT that the service account's key signs itself (https://google.aip.dev/auth/4111), so no token server is asked.
 */
export function createPubSubSender(http: Destination): Destination {
  const tokens = new LRUCache<string, string>({ max: MAX_TOKENS, ttl: TOKEN_KEPT_MS });

  /** A signature by RSA takes a millisecond: one is made for many messages. */
  function tokenFor({ settings: { clientEmail, privateKeyId }, secret }: PubSubMessage): string {
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

  return {
    async send(message) {
      const topic = parseUrl(message.url);
      // Refused there, in the words for every URL.
      if (!topic) return http.send({ ...message, headers: {} });
      const token = tokenFor(message.queue as PubSubMessage);
      const outcome = await http.send({
        tenantId: message.tenantId,
        url: `${topic.origin}${topic.pathname}:publish`,
        body: Buffer.from(JSON.stringify({ messages: [contentOf(message)] })),
        headers: { authorization: `Bearer ${token}` },
      });
      return withoutSecrets(
        outcome.ok && !isTaken(outcome) ? { ...outcome, ok: false, error: 'invalid response' } : outcome,
        [token],
      );
    },
    close() {
      tokens.clear();
    },
  };
}

function contentOf({ body, headers, queue }: OutgoingMessage) {
  const { resourceId, isOrdered } = queue as PubSubMessage;
  return {
    data: body.toString('base64'),
    attributes: headers,
    ...(isOrdered ? { orderingKey: resourceId } : {}),
  };
}

/** Something else may answer 200 to anything. */
function isTaken({ responseBody }: AttemptOutcome): boolean {
  return /"messageIds"\s*:\s*\[\s*"[^"]+"/.test(responseBody ?? '');
}
