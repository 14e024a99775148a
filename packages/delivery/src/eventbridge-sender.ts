import { signAwsRequest } from './aws-request.ts';
import type {
  AttemptOutcome,
  Destination,
  EventBridgeSettings,
  OutgoingMessage,
  QueueMessage,
} from './destination.ts';
import { parseUrl } from './parse-url.ts';

type EventBridgeMessage = QueueMessage & { settings: EventBridgeSettings };

/**
 * One event to Amazon EventBridge: a signed POST over the way of all webhooks, with its address guard, deadline and limits. It has
 * succeeded when the response names the event's id there; a request that was taken may hold an event that wasn't.
 */
export function createEventBridgeSender(http: Destination): Destination {
  return {
    async send(message) {
      const endpoint = parseUrl(message.url);
      // Refused there, in the words for every URL.
      if (!endpoint) return http.send({ ...message, headers: {} });
      const url = `${endpoint.origin}/`;
      const { settings, secret: secretAccessKey } = message.queue as EventBridgeMessage;
      const body = JSON.stringify({ Entries: [entryOf(message)] });
      const headers = await signAwsRequest({
        service: 'events',
        protocol: '1.1',
        target: 'AWSEvents.PutEvents',
        url,
        body,
        settings,
        secretAccessKey,
      });
      const outcome = await http.send({
        tenantId: message.tenantId,
        url,
        body: Buffer.from(body),
        headers,
      });
      return outcome.ok ? judged(outcome) : outcome;
    },
    close() {},
  };
}

/** Events have no headers, and their JSON is rewritten on the way: `body` has the exact bytes that were signed. */
function entryOf({ body, headers, queue }: OutgoingMessage) {
  const { event, settings } = queue as EventBridgeMessage;
  const envelope = body.toString();
  return {
    EventBusName: settings.bus,
    Source: settings.source,
    DetailType: event,
    Detail: `{"envelope":${envelope},"body":${JSON.stringify(envelope)},"headers":${JSON.stringify(headers)}}`,
  };
}

/** Something else may answer 200 to anything. */
function judged(outcome: AttemptOutcome): AttemptOutcome {
  const text = outcome.responseBody ?? '';
  if (/"FailedEntryCount"\s*:\s*0\b/.test(text) && /"EventId"\s*:\s*"[^"]+"/.test(text)) return outcome;
  const error = /"ErrorCode"\s*:\s*"/.test(text) ? 'message refused' : 'invalid response';
  return { ...outcome, ok: false, error };
}
