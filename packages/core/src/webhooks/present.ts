import {
  type DeliveryStatus,
  deprecationOf,
  type EventName,
  type EventPattern,
  type Locale,
  type operations,
  QUEUE_KINDS,
  type QueueKind,
  type ResponseOf,
  type SubscriptionFormat,
  type SubscriptionKind,
  type WaitReason,
} from '@service/contract';
import type { WebhookAttemptModel, WebhookDeliveryModel, WebhookSubscriptionModel } from '@service/db';
import { asIs, createColumns } from '../patch.ts';
import { diagnose } from './diagnose.ts';
import type { ShownAuth } from './endpoint-auth.ts';

export type PresentedSubscription = ResponseOf<typeof operations.getSubscription>;

/**
 * The fields of a subscription that an operator writes, without the destination and custom headers, which contain secrets and are
 * handled separately.
 */
export const SUBSCRIPTION = createColumns<
  WebhookSubscriptionModel,
  PresentedSubscription,
  | 'url'
  | 'events'
  | 'payload'
  | 'apiVersion'
  | 'active'
  | 'description'
  | 'label'
  | 'honourRetryAfter'
  | 'autoPause'
  | 'maxConcurrency'
  | 'maxPerSecond'
  | 'ordered'
  | 'signature'
  | 'metadata'
>({
  url: asIs,
  events: { toStored: (events) => [...new Set(events)], toShown: (events) => events as EventPattern[] },
  payload: {
    toStored: (payload) => payload,
    toShown: (payload) => payload as PresentedSubscription['payload'],
  },
  apiVersion: asIs,
  active: asIs,
  description: asIs,
  label: asIs,
  honourRetryAfter: asIs,
  autoPause: asIs,
  maxConcurrency: asIs,
  maxPerSecond: asIs,
  ordered: asIs,
  metadata: asIs,
  signature: {
    toStored: (signature) => signature,
    toShown: (signature) => signature as PresentedSubscription['signature'],
  },
});

export function presentSubscription(row: WebhookSubscriptionModel, now: Date): PresentedSubscription {
  const { kind, queue, previousSecretExpiresAt: previousUntil } = row;
  return {
    id: row.id,
    kind: kind as SubscriptionKind,
    ...presentQueue(kind, queue),
    ...SUBSCRIPTION.present(row),
    filter: row.filter as PresentedSubscription['filter'],
    apiVersionEndsAt: endOf(row.apiVersion),
    format: row.format as SubscriptionFormat,
    locale: row.locale as Locale | null,
    headerNames: row.headerNames,
    auth: row.auth as unknown as ShownAuth | null,
    pausedReason: row.pausedReason as PresentedSubscription['pausedReason'],
    previousSecretExpiresAt: previousUntil && previousUntil > now ? previousUntil.toISOString() : null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    version: row.version,
  };
}

function endOf(apiVersion: string): string | null {
  const deprecation = deprecationOf(apiVersion);
  return deprecation ? new Date(deprecation.sunset).toISOString() : null;
}

type PresentedQueues = Pick<PresentedSubscription, QueueKind>;

/** Each kind of queue has its own field; those of other kinds are null. */
function presentQueue(kind: string, queue: unknown): PresentedQueues {
  return Object.fromEntries(
    QUEUE_KINDS.map((each) => [each, each === kind ? queue : null]),
  ) as unknown as PresentedQueues;
}

export type PresentedDelivery = ResponseOf<typeof operations.listDeliveries>['items'][number];

export function presentDelivery(
  row: WebhookDeliveryModel,
  waitsFor: WaitReason | null = null,
): PresentedDelivery {
  return {
    id: row.id,
    subscriptionId: row.subscriptionId,
    event: row.event as EventName,
    eventId: row.eventId,
    resourceId: row.resourceId,
    status: row.status as DeliveryStatus,
    attempts: attemptsMade(row),
    createdAt: row.createdAt.toISOString(),
    lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
    nextRetryAt: row.nextRetryAt?.toISOString() ?? null,
    waitsFor,
    responseCode: row.responseCode,
    lastError: row.lastError,
    isTest: row.isTest,
    sequence: row.sequence === null ? null : Number(row.sequence),
  };
}

/** The finished attempts: a claim counts the attempt that it starts, which is still running while the lease lasts. */
function attemptsMade({
  attempts,
  leaseUntil,
}: Pick<WebhookDeliveryModel, 'attempts' | 'leaseUntil'>): number {
  return leaseUntil ? attempts - 1 : attempts;
}

export type PresentedAttempt = ResponseOf<typeof operations.getDelivery>['attemptRecords'][number];

export function presentAttempt(row: WebhookAttemptModel): PresentedAttempt {
  const { dnsMs, connectMs, tlsMs, firstByteMs } = row;
  return {
    number: row.number,
    outcome: row.outcome as PresentedAttempt['outcome'],
    via: row.via as PresentedAttempt['via'],
    startedAt: row.startedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    durationMs: row.durationMs,
    phases: { dnsMs, connectMs, tlsMs, firstByteMs },
    resolvedAddress: row.resolvedAddress,
    requestHeaders: row.requestHeaders as Record<string, string> | null,
    responseCode: row.responseCode,
    responseHeaders: row.responseHeaders as Record<string, string> | null,
    responseBody: row.responseBody,
    error: row.error,
    ...diagnose(row),
  };
}
