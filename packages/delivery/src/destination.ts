import type { AttemptError } from './attempt-error.ts';

/**
 * The place that a delivery is sent to. For every kind the rest of the engine stays the same: claim, signature, ledger, retry
 * table, order and rate depend on nothing but the outcome of an attempt.
 */
export interface Destination {
  /** Sends one message, once, and returns one outcome, within the deadline of an attempt. Never rejects. */
  send(message: OutgoingMessage): Promise<AttemptOutcome>;
  /** Closes idle connections and cuts those in use: drain first. */
  close(): void;
}

export interface OutgoingMessage {
  /** The store whose limit of look-ups it counts towards. */
  tenantId: string;
  url: string;
  body: Buffer;
  headers: Record<string, string>;
  /** The part of the attempt's time that has passed; 0 when absent. */
  spentMs?: number;
  /** A shorter limit than the attempt's own. */
  mayTakeMs?: number;
  /** How much of the response is kept; a KiB when absent. */
  keptBytes?: number;
  /** The certificate that the endpoint requires of its clients, as PEM. */
  clientCertificate?: { certificate: string; privateKey: string };
  /** Set for a message to a queue. */
  queue?: QueueMessage | undefined;
}

/** The parts of a message to a queue beside its body and headers. */
export interface QueueMessage {
  subscriptionId: string;
  deliveryId: string;
  event: string;
  /** The id of the resource that the event is about. */
  resourceId: string;
  /** Messages of one resource stay in sequence, where the queue has such groups. */
  isOrdered: boolean;
  settings: QueueSettings;
  /** The password, the secret key or the private key. */
  secret: string;
}

export type MessageToQueue = OutgoingMessage & { queue: QueueMessage };

/** The settings of a queue that may be shown; its URL holds its address. */
export type QueueSettings =
  | ({ kind: 'amqp' } & AmqpSettings)
  | ({ kind: 'sqs' } & AwsSettings)
  | ({ kind: 'eventbridge' } & EventBridgeSettings)
  | ({ kind: 'pubsub' } & PubSubSettings)
  | ({ kind: 'kafka' } & KafkaSettings);

export interface AmqpSettings {
  /** Empty: the default exchange, where the routing key is a queue's name. */
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
  /**
   * The address that the socket connected to or, when it never opened, should have connected to; null when none could be tried.
   */
  resolvedAddress: string | null;
  /** The first KiB of the answer; null when there is none, or when it is compressed. */
  responseBody: string | null;
  /** Null when no status line arrived. */
  responseHeaders: Record<string, string> | null;
  /** How long each phase took; null where it did not happen or did not end. */
  phases: AttemptPhases;
}

export interface AttemptPhases {
  dnsMs: number | null;
  /** Null on a connection that was open already. */
  connectMs: number | null;
  tlsMs: number | null;
  /** The time from the last byte sent to the first one received. */
  firstByteMs: number | null;
}

/** The observations of a worker whose attempt never connected. */
export const NOTHING_SEEN = {
  responseCode: null,
  resolvedAddress: null,
  responseBody: null,
  responseHeaders: null,
  phases: { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null },
} satisfies Partial<AttemptOutcome>;
