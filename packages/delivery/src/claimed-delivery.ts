import type { ClaimedCredentials } from './credentials/credentials.ts';
import type { QueueSettings } from './destination.ts';
import type { FormattedDelivery } from './formats/body.ts';
import type { RecordedPayload } from './full-payload.ts';
import type { DeliveryRef, SubscriptionRef } from './refs.ts';
import type { SigningKey } from './sign-by-key-pair.ts';

export interface ClaimOptions {
  /** The length of the lease. */
  leaseMs: number;
  /** How many attempts the retry table allows. */
  maxAttempts: number;
  /** The deadline at which the server cancels a claim; default: that of its connection. */
  withinMs?: number;
}

export type ClaimedQueue = QueueSettings & { secretSealed: string; resourceId: string };

export interface ClaimedDelivery
  extends DeliveryRef,
    SubscriptionRef,
    Pick<FormattedDelivery, 'format' | 'locale'> {
  /** The number of the attempt that this claim opened. It is the fence: see record-outcomes.sql.ts. */
  attemptNumber: number;
  /** How many attempts before it were interrupted. */
  interruptions: number;
  /** How long it had been due when it was claimed, without its wait for the subscription's rate. */
  overdueMs: number;
  /** The number within its subscription, the same at every attempt; null for a test. */
  sequence: number | null;
  event: string;
  occurredAt: Date;
  data: Record<string, unknown>;
  /** The part of a full payload beside `data`; null: the payload is thin. */
  fullData: RecordedPayload | null;
  /** The version of payloads that the subscription is set to. */
  apiVersion: string;
  /** The trace of the request that made the change; null without tracing. */
  traceparent: string | null;
  isTest: boolean;
  honourRetryAfter: boolean;
  /** Later deliveries of the same resource wait until this one has ended. */
  isOrdered: boolean;
  /** The single probe of an endpoint that failed; its outcome decides whether others follow. */
  isProbing: boolean;
  kind: string;
  url: string;
  /** The settings of a subscription of a queue; null for other kinds. */
  queue: ClaimedQueue | null;
  secretSealed: string;
  /** The store's key pairs, newest first; null: the subscription is signed by its secret alone. */
  signingKeys: SigningKey[] | null;
  /** The secret before the last rotation, while it is still valid. */
  previousSecretSealed: string | null;
  /** The credentials that the endpoint requires beside the signature; null: none. */
  credentials: ClaimedCredentials | null;
  /** Custom headers, as sealed JSON. */
  headersSealed: string | null;
}
