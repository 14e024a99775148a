import { Type } from 'typebox';
import { EXAMPLE_ORDER_ID } from '../events.ts';
import { defineOperation } from '../operation.ts';
import { id, idParams, nullable, object, stringEnum, timestamp } from '../schema.ts';
import { deliveryFields, exampleDelivery } from './webhooks.ts';

export const ATTEMPT_OUTCOMES = ['open', 'succeeded', 'failed', 'unknown'] as const;

const milliseconds = Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 0 });
const text = Type.Unsafe<string | null>({ type: ['string', 'null'] });
const headers = Type.Unsafe<Record<string, string> | null>({
  type: ['object', 'null'],
  additionalProperties: { type: 'string' },
});

export const attempt = object({
  number: Type.Integer({ minimum: 1 }),
  outcome: stringEnum(ATTEMPT_OUTCOMES, {
    description: '`unknown`: the worker did not survive it, so the receiver may have had the request',
  }),
  startedAt: timestamp,
  finishedAt: nullable(timestamp),
  durationMs: milliseconds,
  phases: object(
    { dnsMs: milliseconds, connectMs: milliseconds, tlsMs: milliseconds, firstByteMs: milliseconds },
    { description: 'Null where there was none: a reused connection has no connect, plain HTTP no TLS' },
  ),
  resolvedAddress: text,
  requestHeaders: Type.Unsafe<Record<string, string> | null>({
    ...headers,
    description: 'Without the signatures and without the values of custom headers',
  }),
  responseCode: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  responseHeaders: headers,
  responseBody: Type.Unsafe<string | null>({ ...text, description: 'The first KiB' }),
  error: Type.Unsafe<string | null>({ ...text, description: 'From a closed set' }),
  diagnosis: Type.String({ description: 'What happened, and what to look at, in a sentence' }),
});

export const exampleAttempt = {
  number: 1,
  outcome: 'failed' as const,
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
  diagnosis: 'The endpoint answered 500, a failure of its own. Look at its log for this time.',
};

export const getDelivery = defineOperation({
  id: 'getDelivery',
  method: 'GET',
  path: '/admin/v1/webhooks/deliveries/{id}',
  tag: 'Webhooks',
  summary: 'Get a delivery with its payload and attempts',
  description:
    'The envelope that is sent, and one record for each attempt: opened before its connection and closed after it.',
  auth: { kind: 'admin', permission: 'settings:read' },
  params: idParams,
  response: {
    status: 200,
    description: 'The delivery',
    schema: object({
      ...deliveryFields,
      payload: object({
        id,
        event: Type.String(),
        occurredAt: timestamp,
        data: Type.Unsafe<Record<string, unknown>>({ type: 'object' }),
      }),
      attemptRecords: Type.Array(attempt, { description: 'Oldest first' }),
    }),
  },
  errors: [],
  examples: {
    response: {
      ...exampleDelivery,
      payload: {
        id: exampleDelivery.id,
        event: 'order.paid',
        occurredAt: '2026-01-15T09:31:00.000Z',
        data: { orderId: EXAMPLE_ORDER_ID, status: 'paid', previousStatus: 'pending' },
      },
      attemptRecords: [exampleAttempt],
    },
  },
});
