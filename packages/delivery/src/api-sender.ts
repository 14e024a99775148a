import type { AttemptError } from './attempt-error.ts';
import type { AttemptOutcome, Destination, MessageToQueue, OutgoingMessage } from './destination.ts';
import { withoutSecrets } from './hide-secrets.ts';
import { parseUrl } from './parse-url.ts';

interface ApiRequest {
  url: string;
  /** The body, as JSON. */
  body: string;
  headers: Record<string, string>;
  /** A credential that the ledger must not hold, in case the other side echoes it. */
  secret?: string;
}

/** A queue that accepts messages over HTTP. */
interface QueueApi {
  /** `endpoint` is the URL of the subscription. */
  requestOf(message: MessageToQueue, endpoint: URL): ApiRequest | Promise<ApiRequest>;
  /**
   * Judges the body of a 2xx response, which some other server may send for anything. Null: the body says that the queue has the
   * message.
   */
  errorOf(responseBody: string, message: MessageToQueue): AttemptError | null;
  close?(): void;
}

/** Sends to the queues of one API, with the address guard, deadline and limits of all webhooks. */
export function createApiSender(http: Destination, { requestOf, errorOf, close }: QueueApi): Destination {
  async function send(outgoing: OutgoingMessage): Promise<AttemptOutcome> {
    const message = outgoing as MessageToQueue;
    const endpoint = parseUrl(message.url);
    // Refused when the URL is saved, with the same errors as for every URL.
    if (!endpoint) return http.send({ ...message, headers: {} });
    const { url, body, headers, secret } = await requestOf(message, endpoint);
    const outcome = await http.send({ tenantId: message.tenantId, url, body: Buffer.from(body), headers });
    const error = outcome.ok ? errorOf(outcome.responseBody ?? '', message) : outcome.error;
    const judged = { ...outcome, ok: error === null, error };
    return secret === undefined ? judged : withoutSecrets(judged, [secret]);
  }

  return { send, close: () => close?.() };
}
