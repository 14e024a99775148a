import type { ClaimedCredentials } from './credentials/credentials.ts';
import type { QueueSettings } from './destination.ts';
import type { FormattedDelivery } from './formats/body.ts';
import type { RecordedPayload } from './full-payload.ts';
import type { DeliveryRef, SubscriptionRef } from './refs.ts';
import type { SigningKey } from './sign-by-key-pair.ts';

export interface ClaimOptions {
  /** How long the claim holds. */
  leaseMs: number;
  /** How many attempts the retry table allows. */
  maxAttempts: number;
  /** The server ends a claim that takes longer; default: the deadline of its connection. */
  withinMs?: number;
}

export type ClaimedQueue = QueueSettings & { secretSealed: string; resourceId: string };

export interface ClaimedDelivery
  extends DeliveryRef,
    SubscriptionRef,
    Pick<FormattedDelivery, 'format' | 'locale'> {
  /** The number of the attempt that this claim opened. It is the fence: see record-outcomes.ts. */
  attemptNumber: number;
  /** How many attempts before it were interrupted. */
  interruptions: number;
  /** For how long it had been due when it was claimed; what it waited for its subscription's rate doesn't count. */
  overdueMs: number;
  /** Of its subscription, the same at every attempt; null for a test. */
  sequence: number | null;
  event: string;
  occurredAt: Date;
  data: Record<string, unknown>;
  /** What a full payload carries beside `data`; null: it is thin. */
  fullData: RecordedPayload | null;
  /** In which its subscription wants it. */
  apiVersion: string;
  /** Of the request that made the change; null where nobody traces. */
  traceparent: string | null;
  isTest: boolean;
  honourRetryAfter: boolean;
  /** What follows it of the same resource waits for its end. */
  isOrdered: boolean;
  /** The one request to an endpoint that failed; its outcome decides whether others follow. */
  isProbing: boolean;
  kind: string;
  url: string;
  /** What the subscription of a queue says of it; null of any other. */
  queue: ClaimedQueue | null;
  secretSealed: string;
  /** The store's key pairs, newest first; null: the subscription is signed by its secret alone. */
  signingKeys: SigningKey[] | null;
  /** The secret before the last rotation, while it is still valid. */
  previousSecretSealed: string | null;
  /** What the endpoint asks for beside the signature; null: nothing. */
  credentials: ClaimedCredentials | null;
  /** Custom headers, as sealed JSON. */
  headersSealed: string | null;
}
