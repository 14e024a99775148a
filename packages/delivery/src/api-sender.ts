import type { AttemptError } from './attempt-error.ts';
import type { AttemptOutcome, Destination, MessageToQueue, OutgoingMessage } from './destination.ts';
import { withoutSecrets } from './hide-secrets.ts';
import { parseUrl } from './parse-url.ts';

interface ApiRequest {
  url: string;
  /** JSON. */
  body: string;
  headers: Record<string, string>;
  /** What the ledger must not hold, should the other side echo it. */
  secret?: string;
}

/** A queue that takes messages by requests of HTTP. */
interface QueueApi {
  /** `endpoint` is the URL of the subscription. */
  requestOf(message: MessageToQueue, endpoint: URL): ApiRequest | Promise<ApiRequest>;
  /** Of a response of 2xx, which something else may give to anything. Null: it says that the queue has the message. */
  errorOf(responseBody: string, message: MessageToQueue): AttemptError | null;
  close?(): void;
}

/** The way to queues of one API: that of all webhooks, with its address guard, deadline and limits. */
export function createApiSender(http: Destination, { requestOf, errorOf, close }: QueueApi): Destination {
  async function send(outgoing: OutgoingMessage): Promise<AttemptOutcome> {
    const message = outgoing as MessageToQueue;
    const endpoint = parseUrl(message.url);
    // Refused there, in the words for every URL.
    if (!endpoint) return http.send({ ...message, headers: {} });
    const { url, body, headers, secret } = await requestOf(message, endpoint);
    const outcome = await http.send({ tenantId: message.tenantId, url, body: Buffer.from(body), headers });
    const error = outcome.ok ? errorOf(outcome.responseBody ?? '', message) : outcome.error;
    const judged = { ...outcome, ok: error === null, error };
    return secret === undefined ? judged : withoutSecrets(judged, [secret]);
  }

  return { send, close: () => close?.() };
}
