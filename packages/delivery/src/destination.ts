import type { AttemptError } from './attempt-error.ts';

/**
 * Where a delivery goes. Whatever it is, the rest of the engine stays the same: claim, signature, ledger, retry table, order
 * and rate know of an attempt what its outcome says, and nothing else.
 */
export interface Destination {
  /** One message, sent once, and one outcome, within the deadline of an attempt. Never rejects. */
  send(message: OutgoingMessage): Promise<AttemptOutcome>;
  /** Closes what is kept open and cuts what is in use: drain first. */
  close(): void;
}

export interface OutgoingMessage {
  /** Whose limit of look-ups it counts for. */
  tenantId: string;
  url: string;
  body: Buffer;
  headers: Record<string, string>;
  /** How much of the attempt's time is over; none when absent. */
  spentMs?: number;
  /** Less than an attempt may take. */
  mayTakeMs?: number;
  /** How much of the response is kept; a KiB when absent. */
  keptBytes?: number;
  /** What the endpoint asks its clients for, as PEM. */
  clientCertificate?: { certificate: string; privateKey: string };
  /** Of a message to a queue. */
  queue?: QueueMessage | undefined;
}

/** What a message to a queue has beside its body and headers. */
export interface QueueMessage {
  subscriptionId: string;
  deliveryId: string;
  event: string;
  /** What it happened to. */
  resourceId: string;
  /** Messages of one resource stay in sequence, where the queue has such groups. */
  isOrdered: boolean;
  settings: QueueSettings;
  /** The password, the secret key or the private key. */
  secret: string;
}

export type MessageToQueue = OutgoingMessage & { queue: QueueMessage };

/** What may be shown of a queue; its URL says where it is. */
export type QueueSettings =
  | ({ kind: 'amqp' } & AmqpSettings)
  | ({ kind: 'sqs' } & AwsSettings)
  | ({ kind: 'eventbridge' } & EventBridgeSettings)
  | ({ kind: 'pubsub' } & PubSubSettings)
  | ({ kind: 'kafka' } & KafkaSettings);

export interface AmqpSettings {
  /** Empty: the default exchange, which knows each queue by its name. */
  exchange: string;
  /** Null: the name of the event. */
  routingKey: string | null;
  username: string;
}

/** The secret is the secret access key. */
export interface AwsSettings {
  region: string;
  accessKeyId: string;
}

export interface EventBridgeSettings extends AwsSettings {
  /** The name of the bus, or its ARN. */
  bus: string;
  source: string;
}

/** A service account of Google; the secret is its private key, as PEM. */
export interface PubSubSettings {
  clientEmail: string;
  privateKeyId: string;
}

export interface KafkaSettings {
  topic: string;
  mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  username: string;
}

export interface AttemptOutcome {
  ok: boolean;
  /** Null when no status line arrived. */
  responseCode: number | null;
  /** Null exactly when `ok`. */
  error: AttemptError | null;
  durationMs: number;
  /** Where the socket went or, when it never opened, where it was to go; null when nothing could be tried. */
  resolvedAddress: string | null;
  /** The first KiB of the answer; null when there is none, or when it is compressed. */
  responseBody: string | null;
  /** Null when no status line arrived. */
  responseHeaders: Record<string, string> | null;
  /** Where the time went; null where a phase did not happen or did not end. */
  phases: AttemptPhases;
}

export interface AttemptPhases {
  dnsMs: number | null;
  /** Null on a connection that was open already. */
  connectMs: number | null;
  tlsMs: number | null;
  /** From the last byte sent to the first one received. */
  firstByteMs: number | null;
}

/** What a worker sees of its attempt, of one that saw nothing. */
export const NOTHING_SEEN = {
  responseCode: null,
  resolvedAddress: null,
  responseBody: null,
  responseHeaders: null,
  phases: { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null },
} satisfies Partial<AttemptOutcome>;
