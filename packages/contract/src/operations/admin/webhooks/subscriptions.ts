import { Type } from 'typebox';
import { eventName } from '../../../events.ts';
import { defineOperation } from '../../../operation.ts';
import { attempt, deliveryFields, exampleAttempt, exampleDelivery } from '../../../resources/delivery.ts';
import { givenAuth } from '../../../resources/endpoint-auth.ts';
import { givenMetadata, metadataFilter } from '../../../resources/metadata.ts';
import { givenQueues } from '../../../resources/queue.ts';
import {
  apiVersion,
  autoPause,
  chatLocale,
  customHeaders,
  description,
  eventPatterns,
  exampleSubscription,
  expiresIn,
  format,
  honourRetryAfter,
  kind,
  label,
  maxConcurrency,
  maxPerSecond,
  ordered,
  payload,
  signature,
  subscriberUrl,
  subscription,
  subscriptionFields,
  subscriptionWarning,
  URL_REFUSALS,
} from '../../../resources/subscription.ts';
import { FILTER_DEFINITION, filter, objectWithFilter } from '../../../resources/webhook-filter.ts';
import { nullable, object } from '../../../schema.ts';

export const createSubscription = defineOperation({
  endpoint: 'POST /admin/v1/webhooks/subscriptions',
  summary: 'Create a webhook subscription',
  description:
    'From now on, events of this store are sent to the URL. The signing secret is only in this response, not even in a repetition by its Idempotency-Key: if it is lost, rotate it. The URL is refused if it is not HTTPS, contains credentials, or its host resolves to an address that is not public. A store has at most as many subscriptions as the deployment allows, 100 by default. `warnings` names other subscriptions that send to the same URL: its receiver gets an event from each that lists it.',
  auth: { kind: 'admin', permission: 'webhooks:write', portal: 'manage' },
  body: objectWithFilter({
    kind: Type.Optional(kind),
    url: Type.Optional(
      Type.Unsafe<string>({
        ...subscriberUrl,
        description: 'Required, except for a pull subscription, which has none',
      }),
    ),
    ...givenQueues,
    events: eventPatterns,
    payload: Type.Optional(payload),
    filter: Type.Optional(filter),
    apiVersion: Type.Optional(apiVersion),
    format: Type.Optional(format),
    locale: Type.Optional(chatLocale),
    active: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'False: it is paused from the start, and resumed by a change',
      }),
    ),
    description: Type.Optional(nullable(description)),
    label: Type.Optional(nullable(label)),
    headers: Type.Optional(nullable(customHeaders)),
    auth: Type.Optional(nullable(givenAuth)),
    honourRetryAfter: Type.Optional(honourRetryAfter),
    autoPause: Type.Optional(autoPause),
    maxConcurrency: Type.Optional(nullable(maxConcurrency)),
    maxPerSecond: Type.Optional(nullable(maxPerSecond)),
    ordered: Type.Optional(ordered),
    signature: Type.Optional(signature),
    expiresIn: Type.Optional(nullable(expiresIn)),
    metadata: Type.Optional(givenMetadata),
  }),
  shownOnce: 'secret',
  response: {
    status: 201,
    description: 'The subscription with its secret',
    schema: objectWithFilter({
      ...subscriptionFields,
      secret: Type.Optional(
        Type.String({ description: 'Signing secret, shown once; absent from a repeated response' }),
      ),
      warnings: Type.Array(subscriptionWarning),
    }),
  },
  errors: [...URL_REFUSALS, 'reserved_header', 'too_many_subscriptions'],
  examples: {
    body: { url: exampleSubscription.url, events: exampleSubscription.events },
    response: {
      ...exampleSubscription,
      secret: 'whsec_3mWb0Jq4oYcL8s2d5rWk1T0g6x9aVn7uQe4iPz8hBtM=',
      warnings: [],
    },
  },
});

export const listSubscriptions = defineOperation({
  endpoint: 'GET /admin/v1/webhooks/subscriptions',
  summary: 'List webhook subscriptions',
  description: 'All subscriptions of the store, newest first, without their secrets.',
  auth: { kind: 'admin', permission: 'webhooks:read', portal: 'view' },
  query: object({ metadata: Type.Optional(metadataFilter) }),
  response: {
    status: 200,
    description: 'The subscriptions',
    schema: Type.Array(subscription, { $defs: FILTER_DEFINITION }),
  },
  examples: { response: [exampleSubscription] },
});

export const deleteSubscription = defineOperation({
  endpoint: 'DELETE /admin/v1/webhooks/subscriptions/{id}',
  summary: 'Delete a webhook subscription',
  description: 'Its whole delivery log is deleted with it, and nothing more is sent.',
  auth: { kind: 'admin', permission: 'webhooks:write', portal: 'manage' },
  ifMatch: 'subscription',
  response: { status: 204, description: 'Deleted' },
});

export const getSubscription = defineOperation({
  endpoint: 'GET /admin/v1/webhooks/subscriptions/{id}',
  summary: 'Get a webhook subscription',
  description: 'Without its secret.',
  auth: { kind: 'admin', permission: 'webhooks:read', portal: 'view' },
  response: { status: 200, description: 'The subscription', schema: subscription },
  examples: { response: exampleSubscription },
});

export const updateSubscription = defineOperation({
  endpoint: 'PATCH /admin/v1/webhooks/subscriptions/{id}',
  summary: 'Change, pause or resume a webhook subscription',
  description:
    'Absent members keep their value. A new URL passes the checks of creation and is used from the next attempt on. ' +
    'Another `kind` needs what that kind needs on creation; what waits goes there, and what the kind doesn’t have is cleared. ' +
    '`active: false` pauses: no delivery is created, and due deliveries wait. `active: true` sends them. ' +
    '`headers` replaces all custom headers; null clears them. `auth` and `metadata` are replaced as a whole. ' +
    'Another scheme, host or port needs `headers` and `auth` again, or null, in the same request, if there are any; for a portal session ' +
    'so does another path.',
  auth: { kind: 'admin', permission: 'webhooks:write', portal: 'manage' },
  ifMatch: 'subscription',
  body: objectWithFilter({
    kind: Type.Optional(kind),
    url: Type.Optional(subscriberUrl),
    ...givenQueues,
    events: Type.Optional(eventPatterns),
    payload: Type.Optional(payload),
    filter: Type.Optional(filter),
    apiVersion: Type.Optional(apiVersion),
    format: Type.Optional(format),
    locale: Type.Optional(chatLocale),
    active: Type.Optional(Type.Boolean()),
    description: Type.Optional(nullable(description)),
    label: Type.Optional(nullable(label)),
    headers: Type.Optional(nullable(customHeaders)),
    auth: Type.Optional(nullable(givenAuth)),
    honourRetryAfter: Type.Optional(honourRetryAfter),
    autoPause: Type.Optional(autoPause),
    maxConcurrency: Type.Optional(nullable(maxConcurrency)),
    maxPerSecond: Type.Optional(nullable(maxPerSecond)),
    ordered: Type.Optional(ordered),
    signature: Type.Optional(signature),
    expiresIn: Type.Optional(nullable(expiresIn)),
    metadata: Type.Optional(givenMetadata),
  }),
  response: { status: 200, description: 'The subscription as it is now', schema: subscription },
  errors: [...URL_REFUSALS, 'reserved_header', 'subscription_expired'],
  examples: { body: { active: false }, response: { ...exampleSubscription, active: false } },
});

export const rotateSubscriptionSecret = defineOperation({
  endpoint: 'POST /admin/v1/webhooks/subscriptions/{id}/rotate-secret',
  summary: 'Rotate the signing secret of a subscription',
  description:
    'The new secret is only in this response, not even in a repetition by its Idempotency-Key: if it is lost, rotate again. ' +
    'For `overlapHours` every delivery carries a signature by the new secret and one by the old, so that receivers can ' +
    'switch without losing a delivery.',
  auth: { kind: 'admin', permission: 'webhooks:write', portal: 'rotate' },
  ifMatch: 'subscription',
  body: object({
    overlapHours: Type.Integer({
      minimum: 0,
      maximum: 168,
      default: 24,
      description: 'How long the old secret stays valid; 0: not at all',
    }),
  }),
  shownOnce: 'secret',
  response: {
    status: 200,
    description: 'The subscription with its new secret',
    schema: objectWithFilter({
      ...subscriptionFields,
      secret: Type.Optional(
        Type.String({ description: 'Signing secret, shown once; absent from a repeated response' }),
      ),
    }),
  },
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
  endpoint: 'POST /admin/v1/webhooks/subscriptions/{id}/test',
  summary: 'Send a test delivery',
  description:
    'Sends the example of an event through the queue, the worker and the ledger like every delivery, even while the ' +
    'subscription is paused. The request carries `X-Service-Test: true`. There is one attempt. The response comes when ' +
    'the attempt has ended; `attempt` is null if no worker took it in time, and the delivery log shows it later. ' +
    'Two tests of a store are under way at once, in each API process; further ones get 429.',
  withoutKey: 'each test is a delivery of its own.',
  auth: { kind: 'admin', permission: 'webhooks:write', portal: 'test' },
  body: object({ event: eventName }),
  response: {
    status: 200,
    description: 'The delivery and its attempt',
    schema: object({
      delivery: object(deliveryFields),
      attempt: nullable(attempt),
    }),
  },
  examples: {
    body: { event: 'order.paid' },
    response: {
      delivery: { ...exampleDelivery, status: 'exhausted', nextRetryAt: null, isTest: true, sequence: null },
      attempt: exampleAttempt,
    },
  },
});
