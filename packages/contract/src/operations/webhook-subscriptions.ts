import { Type } from 'typebox';
import { CATALOGUE, eventName } from '../events.ts';
import { defineOperation } from '../operation.ts';
import { id, idParams, list, nullable, object, page, pageSize, stringEnum, timestamp } from '../schema.ts';
import { attempt, exampleAttempt } from './webhook-deliveries.ts';
import {
  autoPause,
  customHeaders,
  deliveryFields,
  description,
  eventNames,
  exampleDelivery,
  exampleSubscription,
  honourRetryAfter,
  maxConcurrency,
  ordered,
  subscriberUrl,
  subscriptionFields,
  URL_REFUSALS,
} from './webhooks.ts';

const SUBSCRIPTION = '/admin/v1/webhooks/subscriptions/{id}';
const subscription = object(subscriptionFields);

export const getSubscription = defineOperation({
  id: 'getSubscription',
  method: 'GET',
  path: SUBSCRIPTION,
  tag: 'Webhooks',
  summary: 'Get a webhook subscription',
  description: 'Without its secret.',
  auth: { kind: 'admin', permission: 'settings:read' },
  params: idParams,
  response: { status: 200, description: 'The subscription', schema: subscription },
  errors: [],
  examples: { response: exampleSubscription },
});

export const updateSubscription = defineOperation({
  id: 'updateSubscription',
  method: 'PATCH',
  path: SUBSCRIPTION,
  tag: 'Webhooks',
  summary: 'Change, pause or resume a webhook subscription',
  description:
    'Absent members keep their value. A new URL passes the checks of creation and is used from the next attempt on. ' +
    '`active: false` pauses: no delivery is created, and what is due waits. `active: true` sends what waits. ' +
    '`headers` replaces all custom headers; null clears them.',
  auth: { kind: 'admin', permission: 'settings:write' },
  ifMatch: 'subscription',
  params: idParams,
  body: object({
    url: Type.Optional(subscriberUrl),
    events: Type.Optional(eventNames),
    active: Type.Optional(Type.Boolean()),
    description: Type.Optional(nullable(description)),
    headers: Type.Optional(nullable(customHeaders)),
    honourRetryAfter: Type.Optional(honourRetryAfter),
    autoPause: Type.Optional(autoPause),
    maxConcurrency: Type.Optional(nullable(maxConcurrency)),
    ordered: Type.Optional(ordered),
  }),
  response: { status: 200, description: 'The subscription as it is now', schema: subscription },
  errors: [...URL_REFUSALS, 'reserved_header'],
  examples: { body: { active: false }, response: { ...exampleSubscription, active: false } },
});

/** How many of the newest attempts a window looks at: enough for its figures, and as fast for the busiest endpoint. */
export const MAX_COUNTED_ATTEMPTS = 10_000;

const count = Type.Integer({ minimum: 0 });
const milliseconds = nullable(Type.Integer({ minimum: 0 }));

const window = object({
  attempts: count,
  isCapped: Type.Boolean({
    description: `There were more; the figures are of the newest ${MAX_COUNTED_ATTEMPTS}`,
  }),
  succeeded: count,
  failed: count,
  successRate: Type.Unsafe<number | null>({
    type: ['number', 'null'],
    minimum: 0,
    maximum: 1,
    description: 'Null without attempts',
  }),
  p50Ms: milliseconds,
  p95Ms: milliseconds,
});

const exampleWindow = {
  attempts: 1200,
  isCapped: false,
  succeeded: 1194,
  failed: 6,
  successRate: 0.995,
  p50Ms: 48,
  p95Ms: 210,
};

export const getSubscriptionStats = defineOperation({
  id: 'getSubscriptionStats',
  method: 'GET',
  path: `${SUBSCRIPTION}/stats`,
  tag: 'Webhooks',
  summary: 'Get the health of an endpoint',
  description:
    'Read from the ledger of attempts. `probing`: it was resumed while it failed, and none has ' +
    'succeeded since. An attempt that a worker did not survive has no outcome and is not counted.',
  auth: { kind: 'admin', permission: 'settings:read' },
  params: idParams,
  response: {
    status: 200,
    description: 'Its health',
    schema: object({
      health: stringEnum(['well', 'failing', 'probing', 'paused']),
      consecutiveFailures: Type.Integer({ minimum: 0, description: 'Attempts since the last success' }),
      failingSince: nullable(timestamp),
      lastHour: window,
      lastDay: window,
    }),
  },
  errors: [],
  examples: {
    response: {
      health: 'well',
      consecutiveFailures: 0,
      failingSince: null,
      lastHour: { ...exampleWindow, attempts: 50, succeeded: 50, failed: 0, successRate: 1 },
      lastDay: exampleWindow,
    },
  },
});

/** How far the gaps are counted: more than that is an endpoint that is down, however many they are. */
export const MAX_COUNTED_GAPS = 1000;

const gap = object({
  sequence: Type.Integer({ minimum: 1 }),
  deliveryId: id,
  event: eventName,
  status: stringEnum(['pending', 'failed', 'exhausted']),
  attempts: deliveryFields.attempts,
  nextRetryAt: Type.Unsafe<string | null>({
    ...nullable(timestamp),
    description: 'Null when exhausted: nothing more is sent by itself',
  }),
  lastError: deliveryFields.lastError,
});

export const listSubscriptionGaps = defineOperation({
  id: 'listSubscriptionGaps',
  method: 'GET',
  path: `${SUBSCRIPTION}/gaps`,
  tag: 'Webhooks',
  summary: 'List the gaps of a subscription’s sequence',
  description:
    'The numbers (`X-Service-Sequence`) that were given to a delivery and not delivered: under way, waiting for a retry, ' +
    'or exhausted. In the order of the numbers. `total` counts up to 1000, and `isTotalCapped` says when there are more. ' +
    'What was removed from the delivery log for its age is not listed.',
  auth: { kind: 'admin', permission: 'settings:read' },
  params: idParams,
  query: object({
    page,
    pageSize,
    cursor: Type.Optional(
      Type.String({
        pattern: '^[1-9][0-9]{0,14}$',
        description: 'Another answer’s `nextCursor`, instead of `page`',
      }),
    ),
  }),
  response: {
    status: 200,
    description: 'A page of the gaps',
    schema: object({
      ...list(gap).properties,
      isTotalCapped: Type.Boolean(),
      nextCursor: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'Where the next page begins; null on the last one',
      }),
      lastSequence: Type.Integer({
        minimum: 0,
        description: 'The highest number that was given; 0: none yet',
      }),
    }),
  },
  errors: [],
  examples: {
    response: {
      items: [
        {
          sequence: 1042,
          deliveryId: exampleDelivery.id,
          event: exampleDelivery.event,
          status: exampleDelivery.status,
          attempts: 1,
          nextRetryAt: exampleDelivery.nextRetryAt,
          lastError: exampleDelivery.lastError,
        },
      ],
      total: 1,
      isTotalCapped: false,
      page: 1,
      pageSize: 20,
      nextCursor: null,
      lastSequence: 1107,
    },
  },
});

export const rotateSubscriptionSecret = defineOperation({
  id: 'rotateSubscriptionSecret',
  method: 'POST',
  path: `${SUBSCRIPTION}/rotate-secret`,
  tag: 'Webhooks',
  summary: 'Give a subscription a new signing secret',
  description:
    'The new secret is in this answer and never again. For `overlapHours` every delivery carries a signature by the ' +
    'new secret and one by the old, so that receivers can change over without losing a delivery.',
  auth: { kind: 'admin', permission: 'settings:write' },
  ifMatch: 'subscription',
  params: idParams,
  body: object({
    overlapHours: Type.Integer({
      minimum: 0,
      maximum: 168,
      default: 24,
      description: 'How long the old secret stays valid; 0: not at all',
    }),
  }),
  response: {
    status: 200,
    description: 'The subscription with its new secret',
    schema: object({
      ...subscriptionFields,
      secret: Type.String({ description: 'Signing secret, shown once' }),
    }),
  },
  errors: [],
  examples: {
    body: { overlapHours: 24 },
    response: {
      ...exampleSubscription,
      previousSecretExpiresAt: '2026-01-16T09:30:00.000Z',
      secret: 'whsec_3mWb0Jq4oYcL8s2d5rWk1T0g6x9aVn7uQe4iPz8hBtM=',
    },
  },
});

export const testSubscription = defineOperation({
  id: 'testSubscription',
  method: 'POST',
  path: `${SUBSCRIPTION}/test`,
  tag: 'Webhooks',
  summary: 'Send a test delivery',
  description:
    'Sends the example of an event through the queue, the worker and the ledger, as every delivery goes, also while ' +
    'the subscription is paused. The request carries `X-Service-Test: true`. It is tried once. Answers when the ' +
    'attempt has ended; `attempt` is null when no worker took it up in time, and the delivery log shows it later.',
  withoutKey: 'each test is a delivery of its own.',
  auth: { kind: 'admin', permission: 'settings:write' },
  params: idParams,
  body: object({ event: eventName }),
  response: {
    status: 200,
    description: 'The delivery and its attempt',
    schema: object({
      delivery: object(deliveryFields),
      attempt: nullable(attempt),
    }),
  },
  errors: [],
  examples: {
    body: { event: 'order.paid' },
    response: {
      delivery: { ...exampleDelivery, status: 'exhausted', nextRetryAt: null, isTest: true, sequence: null },
      attempt: exampleAttempt,
    },
  },
});

export const listWebhookEvents = defineOperation({
  id: 'listWebhookEvents',
  method: 'GET',
  path: '/admin/v1/webhooks/events',
  tag: 'Webhooks',
  summary: 'The event catalogue',
  description:
    'Every event that a subscription can name, with the JSON Schema of its payload and an example.',
  auth: { kind: 'admin', permission: 'settings:read' },
  response: {
    status: 200,
    description: 'The catalogue',
    schema: object({
      items: Type.Array(
        object({
          name: eventName,
          firesWhen: Type.String(),
          payloadType: Type.String(),
          since: Type.String({ description: 'The version of the interface that has it first' }),
          orderedBy: Type.String({
            description:
              'The member of `data` that names the resource: what happens to one reaches an ordered subscription in sequence',
          }),
          schema: Type.Unsafe<object>({ type: 'object', description: 'JSON Schema of `data`' }),
          example: Type.Unsafe<object>({ type: 'object', description: 'A `data` that fits the schema' }),
        }),
      ),
    }),
  },
  errors: [],
  examples: { response: { items: CATALOGUE.slice(0, 1) } },
});
