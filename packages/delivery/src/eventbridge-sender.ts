import { createApiSender } from './api-sender.ts';
import type { AttemptError } from './attempt-error.ts';
import { awsRequest } from './aws-request.ts';
import type { Destination, EventBridgeSettings, MessageToQueue } from './destination.ts';

const PUT_EVENTS = { service: 'events', protocol: '1.1', target: 'AWSEvents.PutEvents' } as const;

/**
 * Sends one event to Amazon EventBridge. It has succeeded when the response contains the event's id there; an accepted request
 * may contain a refused event.
 */
export function createEventBridgeSender(http: Destination): Destination {
  return createApiSender(http, {
    requestOf: (message, endpoint) =>
      awsRequest(PUT_EVENTS, message, {
        url: `${endpoint.origin}/`,
        content: { Entries: [entryOf(message)] },
      }),
    errorOf,
  });
}

/** Events have no headers, and their JSON is rewritten on the way: `body` has the exact bytes that were signed. */
function entryOf({ body, headers, queue: { event, settings } }: MessageToQueue) {
  const { bus, source } = settings as EventBridgeSettings;
  const envelope = body.toString();
  return {
    EventBusName: bus,
    Source: source,
    DetailType: event,
    Detail: `{"envelope":${envelope},"body":${JSON.stringify(envelope)},"headers":${JSON.stringify(headers)}}`,
  };
}

function errorOf(responseBody: string): AttemptError | null {
  if (/"FailedEntryCount"\s*:\s*0\b/.test(responseBody) && /"EventId"\s*:\s*"[^"]+"/.test(responseBody))
    return null;
  return /"ErrorCode"\s*:\s*"/.test(responseBody) ? 'message refused' : 'invalid response';
}
