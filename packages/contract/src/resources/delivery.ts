import { Type } from 'typebox';
import { EXAMPLE_ORDER_ID, eventName } from '../events.ts';
import { id, nullable, nullableText, object, stringEnum, timestamp } from '../schema.ts';
import { exampleSubscription, SUBSCRIPTION_KINDS } from './subscription.ts';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'exhausted'] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Why a delivery isn't sent yet. */
const WAIT_REASONS = ['retry', 'rate', 'pause', 'claim'] as const;

export type WaitReason = (typeof WAIT_REASONS)[number];

export const deliveryFields = {
  id: Type.String({ format: 'uuid', description: 'The envelope’s id, its idempotency key' }),
  subscriptionId: id,
  event: eventName,
  eventId: Type.String({ format: 'uuid', description: 'The same in the deliveries of each subscription' }),
  resourceId: Type.String({
    format: 'uuid',
    description: 'The order, product or subscription that it happened to; of a test, one that doesn’t exist',
  }),
  status: stringEnum(DELIVERY_STATUSES),
  attempts: Type.Integer({
    minimum: 0,
    description: 'Attempts made; the one under way is only in `attemptRecords`',
  }),
  createdAt: timestamp,
  lastAttemptAt: nullable(timestamp),
  nextRetryAt: nullable(timestamp, { description: 'Null when delivered or exhausted' }),
  waitsFor: nullable(stringEnum(WAIT_REASONS), {
    description:
      'Why it is not sent yet. `retry`: its next retry is not due. `rate`: the `maxPerSecond` of its subscription, or a 429 of ' +
      'its endpoint. `pause`: its subscription is paused. `claim`: its subscriber has to claim it. Null: nothing of these',
  }),
  responseCode: nullable(Type.Integer(), {
    description: 'HTTP status of the last attempt; null after a network error, and of a broker',
  }),
  lastError: nullable(Type.String(), { description: 'A short text from a closed set' }),
  isTest: Type.Boolean({ description: 'Requested by an operator; nothing happened in the store' }),
  sequence: nullable(Type.Integer({ minimum: 1 }), {
    description:
      '`X-Service-Sequence`: counts the deliveries of the subscription from their first attempt on; null before it, and for tests',
  }),
};

export const exampleDelivery = {
  id: '9a1d6d0e-5d51-4a7e-bd0b-4f7c9b0f7b52',
  subscriptionId: exampleSubscription.id,
  event: 'order.paid' as const,
  eventId: '4f0f5f0a-3d0e-4f0b-8f5e-1b1a6a2c9d11',
  resourceId: EXAMPLE_ORDER_ID,
  status: 'failed' as const,
  attempts: 1,
  createdAt: '2026-01-15T09:31:00.000Z',
  lastAttemptAt: '2026-01-15T09:31:00.120Z',
  nextRetryAt: '2026-01-15T09:32:00.250Z',
  waitsFor: 'retry' as const,
  responseCode: 500,
  lastError: 'unexpected status 500',
  isTest: false,
  sequence: 1042,
};

export const ATTEMPT_OUTCOMES = ['open', 'succeeded', 'failed', 'unknown'] as const;

const milliseconds = nullable(Type.Integer({ minimum: 0 }));

const headers = Type.Unsafe<Record<string, string> | null>({
  type: ['object', 'null'],
  additionalProperties: { type: 'string' },
});

/** Why a receiver of pulled deliveries gave no response that counts. */
export const PULL_ERRORS = [
  'timeout',
  'connection refused',
  'connection reset',
  'host not found',
  'network unreachable',
  'refused address',
  'tls error',
  'invalid response',
  'network error',
] as const;

export type PullError = (typeof PULL_ERRORS)[number];

/** Which sentence a diagnosis is, for those who say it in another language. */
const DIAGNOSIS_CODES = [
  'under_way',
  'accepted',
  'claim_expired',
  'worker_ended',
  'status_400',
  'status_401',
  'status_403',
  'status_404',
  'status_405',
  'status_408',
  'status_410',
  'status_413',
  'status_415',
  'status_429',
  'status_502',
  'status_503',
  'status_504',
  'status_5xx',
  'status_4xx',
  'status_3xx',
  'status_other',
  'timeout',
  'connection_refused',
  'connection_reset',
  'host_not_found',
  'network_unreachable',
  'refused_address',
  'tls_error',
  'invalid_response',
  'invalid_url',
  'insecure_url',
  'network_error',
  'signing_key_unavailable',
  'credentials_unavailable',
  'token_unavailable',
  'token_refused',
  'proxy_unreachable',
  'proxy_refused',
  'confirmed',
  'message_returned',
  'message_refused',
  'exchange_not_found',
  'access_refused',
  'queue_timeout',
  'queue_invalid_response',
  'sqs_status_400',
  'sqs_status_403',
  'eventbridge_message_refused',
  'eventbridge_status_400',
  'eventbridge_status_403',
  'pubsub_status_400',
  'pubsub_status_401',
  'pubsub_status_403',
  'pubsub_status_404',
  'topic_not_found',
  'message_too_large',
  'kafka_message_refused',
  'kafka_access_refused',
  'kafka_timeout',
] as const;

export type DiagnosisCode = (typeof DIAGNOSIS_CODES)[number];

export const attempt = object({
  number: Type.Integer({ minimum: 1 }),
  outcome: stringEnum(ATTEMPT_OUTCOMES, {
    description:
      '`unknown`: the worker did not survive it, or its claim ran out, so the receiver may have had the request',
  }),
  via: stringEnum(SUBSCRIPTION_KINDS, { description: 'The kind of the subscription at that time' }),
  startedAt: timestamp,
  finishedAt: nullable(timestamp),
  durationMs: milliseconds,
  phases: object(
    { dnsMs: milliseconds, connectMs: milliseconds, tlsMs: milliseconds, firstByteMs: milliseconds },
    { description: 'Null where it doesn’t apply: a reused connection has no connect, plain HTTP no TLS' },
  ),
  resolvedAddress: nullableText,
  requestHeaders: Type.Unsafe<Record<string, string> | null>({
    ...headers,
    description: 'Without the signatures and without the values of custom headers',
  }),
  responseCode: nullable(Type.Integer()),
  responseHeaders: headers,
  responseBody: nullable(Type.String(), { description: 'The first KiB' }),
  error: nullable(Type.String(), { description: 'From a closed set' }),
  diagnosis: Type.String({ description: 'What happened, and what to look at, in a sentence' }),
  diagnosisCode: stringEnum(DIAGNOSIS_CODES, {
    description: 'The code of that sentence, for translations',
  }),
});

export const exampleAttempt = {
  number: 1,
  outcome: 'failed' as const,
  via: 'push' as const,
  startedAt: '2026-01-15T09:31:00.120Z',
  finishedAt: '2026-01-15T09:31:00.250Z',
  durationMs: 130,
  phases: { dnsMs: 4, connectMs: 21, tlsMs: 43, firstByteMs: 58 },
  resolvedAddress: '93.184.215.14',
  requestHeaders: { 'content-type': 'application/json', 'X-Service-Timestamp': '1768469460' },
  responseCode: 500,
  responseHeaders: { 'content-type': 'text/plain' },
  responseBody: 'Internal Server Error',
  error: 'unexpected status 500',
  diagnosis: 'The endpoint returned 500, a failure of its own. Look at its log for this time.',
  diagnosisCode: 'status_5xx' as const,
};

export const resend = object({
  requestedAt: timestamp,
  requestedBy: Type.String({
    description: 'Kind and id of the requester, such as `admin:<id>`; for subscribers the kind alone',
  }),
  recoveryId: nullable(id, { description: 'Null: by hand' }),
});

export const exampleResend = {
  requestedAt: '2026-01-15T10:02:00.000Z',
  requestedBy: 'admin:3f1d2c4b-7a86-4d0e-9b1c-5e6f7a8b9c0d',
  recoveryId: null,
};
