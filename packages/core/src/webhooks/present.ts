import type {
  DeliveryStatus,
  EventName,
  EventPattern,
  Metadata,
  SubscriptionKind,
  WaitReason,
} from '@service/contract';
import type { WebhookAttemptModel, WebhookDeliveryModel, WebhookSubscriptionModel } from '@service/db';
import type { AmqpSettings, AttemptPhases, SqsSettings } from '@service/delivery/record';
import { asIs, createColumns } from '../patch.ts';
import { type Diagnosis, diagnose } from './diagnose.ts';
import type { ShownAuth } from './endpoint-auth.ts';

export interface PresentedSubscription {
  id: string;
  kind: SubscriptionKind;
  url: string | null;
  amqp: AmqpSettings | null;
  sqs: SqsSettings | null;
  events: EventPattern[];
  payload: 'thin' | 'full';
  active: boolean;
  description: string | null;
  label: string | null;
  headerNames: string[];
  auth: ShownAuth | null;
  honourRetryAfter: boolean;
  autoPause: boolean;
  pausedReason: 'gone' | 'failing' | null;
  maxConcurrency: number | null;
  maxPerSecond: number | null;
  ordered: boolean;
  signature: 'hmac' | 'ed25519';
  previousSecretExpiresAt: string | null;
  expiresAt: string | null;
  metadata: Metadata;
  createdAt: string;
  version: number;
}

/** The fields of a subscription that an operator writes; where it goes and custom headers have secrets, and their own ways. */
export const SUBSCRIPTION = createColumns<
  WebhookSubscriptionModel,
  PresentedSubscription,
  | 'url'
  | 'events'
  | 'payload'
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
    amqp: kind === 'amqp' ? (queue as unknown as AmqpSettings) : null,
    sqs: kind === 'sqs' ? (queue as unknown as SqsSettings) : null,
    ...SUBSCRIPTION.present(row),
    headerNames: row.headerNames,
    auth: row.auth as unknown as ShownAuth | null,
    pausedReason: row.pausedReason as PresentedSubscription['pausedReason'],
    previousSecretExpiresAt: previousUntil && previousUntil > now ? previousUntil.toISOString() : null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    version: row.version,
  };
}

export interface PresentedDelivery {
  id: string;
  subscriptionId: string;
  event: EventName;
  eventId: string;
  resourceId: string;
  status: DeliveryStatus;
  attempts: number;
  createdAt: string;
  lastAttemptAt: string | null;
  nextRetryAt: string | null;
  waitsFor: WaitReason | null;
  responseCode: number | null;
  lastError: string | null;
  isTest: boolean;
  sequence: number | null;
}

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

/** Attempts made: a claim counts the one that it opens, and the lease says that it is still under way. */
function attemptsMade({
  attempts,
  leaseUntil,
}: Pick<WebhookDeliveryModel, 'attempts' | 'leaseUntil'>): number {
  return leaseUntil ? attempts - 1 : attempts;
}

export interface PresentedAttempt extends Diagnosis {
  number: number;
  outcome: 'open' | 'succeeded' | 'failed' | 'unknown';
  via: SubscriptionKind;
  startedAt: string;
  finishedAt: string | null;
  durationMs: number | null;
  phases: AttemptPhases;
  resolvedAddress: string | null;
  requestHeaders: Record<string, string> | null;
  responseCode: number | null;
  responseHeaders: Record<string, string> | null;
  responseBody: string | null;
  error: string | null;
}

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
