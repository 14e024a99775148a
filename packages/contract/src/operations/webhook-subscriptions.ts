import { Type } from 'typebox';
import { CATALOGUE, eventName } from '../events.ts';
import { defineOperation } from '../operation.ts';
import { idParams, nullable, object } from '../schema.ts';
import { attempt, exampleAttempt } from './webhook-deliveries.ts';
import {
  customHeaders,
  deliveryFields,
  description,
  eventNames,
  exampleDelivery,
  exampleSubscription,
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
  params: idParams,
  body: object({
    url: Type.Optional(subscriberUrl),
    events: Type.Optional(eventNames),
    active: Type.Optional(Type.Boolean()),
    description: Type.Optional(nullable(description)),
    headers: Type.Optional(nullable(customHeaders)),
  }),
  response: { status: 200, description: 'The subscription as it is now', schema: subscription },
  errors: [...URL_REFUSALS, 'reserved_header'],
  examples: { body: { active: false }, response: { ...exampleSubscription, active: false } },
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
      delivery: { ...exampleDelivery, status: 'exhausted', nextRetryAt: null, isTest: true },
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
          schema: Type.Unsafe<object>({ type: 'object', description: 'JSON Schema of `data`' }),
          example: Type.Unsafe<object>({ type: 'object', description: 'A `data` that fits the schema' }),
        }),
      ),
    }),
  },
  errors: [],
  examples: { response: { items: CATALOGUE.slice(0, 1) } },
});
