import { randomUUID } from 'node:crypto';
import { type AwsServer, startAwsServer } from './aws-server.ts';

export interface EventBridgeEvent {
  bus: string;
  source: string;
  detailType: string;
  detail: { envelope: object; body: string; headers: Record<string, string> };
}

export interface EventBridgeServer extends AwsServer {
  /** All that was put as it should be. */
  events: EventBridgeEvent[];
}

/** Limits of the documented service. An entry had 256 KiB until 2026. */
const MAX_BYTES = 1024 * 1024;
const MAX_DETAIL_TYPE = 128;
const MAX_SOURCE = 256;

interface Entry {
  EventBusName: string;
  Source: string;
  DetailType: string;
  Detail: string;
}

/** `PutEvents` of Amazon EventBridge by its JSON protocol, as the AWS documentation describes it. */
export async function startEventBridge(): Promise<EventBridgeServer> {
  const events: EventBridgeEvent[] = [];

  function put({ EventBusName, Source, DetailType, Detail }: Entry): object {
    const error = refusalOf({ EventBusName, Source, DetailType, Detail });
    if (error) return { ErrorCode: error, ErrorMessage: 'refused' };
    // Like EventBridge, which parses and serializes again what arrives.
    events.push({ bus: EventBusName, source: Source, detailType: DetailType, detail: JSON.parse(Detail) });
    return { EventId: randomUUID() };
  }

  const server = await startAwsServer({
    service: 'events',
    protocol: '1.1',
    target: 'AWSEvents.PutEvents',
    respond(request) {
      const entries = (request as { Entries: Entry[] }).Entries.map(put);
      const failed = entries.filter((entry) => 'ErrorCode' in entry).length;
      return [200, { Entries: entries, FailedEntryCount: failed }];
    },
  });
  return { ...server, events };
}

function refusalOf({ Source, DetailType, Detail }: Entry): string | undefined {
  const size = [Source, DetailType, Detail].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (size > MAX_BYTES || DetailType.length > MAX_DETAIL_TYPE || Source.length > MAX_SOURCE)
    return 'InvalidArgument';
  if (Source.startsWith('aws.')) return 'NotAuthorizedForSourceException';
  return isJsonObject(Detail) ? undefined : 'MalformedDetail';
}

function isJsonObject(text: string): boolean {
  try {
    return text.startsWith('{') && typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}
