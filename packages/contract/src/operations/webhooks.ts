import { Type } from 'typebox';
import { eventName } from '../events.ts';
import { defineOperation } from '../operation.ts';
import { id, idParams, list, nullable, object, page, pageSize, stringEnum, timestamp } from '../schema.ts';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'exhausted'] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

const url = Type.String({ format: 'uri', maxLength: 2048 });

const subscriptionFields = {
  id,
  url,
  events: Type.Array(eventName),
  active: Type.Boolean(),
  createdAt: timestamp,
};

const subscription = object(subscriptionFields);

const delivery = object({
  id: Type.String({ format: 'uuid', description: 'The envelope’s id, its idempotency key' }),
  subscriptionId: id,
  event: eventName,
  status: stringEnum(DELIVERY_STATUSES),
  attempts: Type.Integer({ minimum: 0, description: 'Attempts made so far' }),
  createdAt: timestamp,
  lastAttemptAt: nullable(timestamp),
  nextRetryAt: Type.Unsafe<string | null>({
    ...nullable(timestamp),
    description: 'Null when delivered or exhausted',
  }),
  responseCode: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'HTTP status of the last attempt; null after a network error',
  }),
  lastError: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'A short text from a closed set',
  }),
});

const exampleSubscription = {
  id: '5b0a7d5e-1c1f-4e58-9a40-9c1f6d6a7c11',
  url: 'https://erp.example.com/hooks',
  events: ['order.created' as const, 'order.paid' as const],
  active: true,
  createdAt: '2026-01-15T09:30:00.000Z',
};

export const createSubscription = defineOperation({
  id: 'createSubscription',
  method: 'POST',
  path: '/admin/v1/webhooks/subscriptions',
  tag: 'Webhooks',
  summary: 'Create a webhook subscription',
  description:
    'Events of this store go to the URL from now on. The signing secret is in this answer and never again. The URL is refused when it is not HTTPS, carries credentials, or its host resolves to an address that is not public.',
  auth: { kind: 'admin', permission: 'settings:write' },
  body: object({ url, events: Type.Array(eventName, { minItems: 1, maxItems: 100 }) }),
  response: {
    status: 201,
    description: 'The subscription with its secret',
    schema: object({
      ...subscriptionFields,
      secret: Type.String({ description: 'Signing secret, shown once' }),
    }),
  },
  errors: ['invalid_url', 'insecure_url', 'credentials_in_url', 'refused_address', 'unresolvable_host'],
  examples: {
    body: { url: exampleSubscription.url, events: exampleSubscription.events },
    response: { ...exampleSubscription, secret: 'whsec_3mWb0Jq4oYcL8s2d5rWk1T0g6x9aVn7uQe4iPz8hBtM=' },
  },
});

export const listSubscriptions = defineOperation({
  id: 'listSubscriptions',
  method: 'GET',
  path: '/admin/v1/webhooks/subscriptions',
  tag: 'Webhooks',
  summary: 'List webhook subscriptions',
  description: 'All subscriptions of the store, newest first, without their secrets.',
  auth: { kind: 'admin', permission: 'settings:read' },
  response: { status: 200, description: 'The subscriptions', schema: Type.Array(subscription) },
  errors: [],
  examples: { response: [exampleSubscription] },
});

export const deleteSubscription = defineOperation({
  id: 'deleteSubscription',
  method: 'DELETE',
  path: '/admin/v1/webhooks/subscriptions/{id}',
  tag: 'Webhooks',
  summary: 'Delete a webhook subscription',
  description: 'Its whole delivery log is removed with it, and nothing more is sent.',
  auth: { kind: 'admin', permission: 'settings:write' },
  params: idParams,
  response: { status: 204, description: 'Deleted' },
  errors: [],
  examples: {},
});

export const listDeliveries = defineOperation({
  id: 'listDeliveries',
  method: 'GET',
  path: '/admin/v1/webhooks/deliveries',
  tag: 'Webhooks',
  summary: 'Query the delivery log',
  description: 'Newest first. A page past the end is empty.',
  auth: { kind: 'admin', permission: 'settings:read' },
  query: object({
    subscriptionId: Type.Optional(id),
    status: Type.Optional(stringEnum(DELIVERY_STATUSES)),
    page,
    pageSize,
  }),
  response: { status: 200, description: 'A page of the log', schema: list(delivery) },
  errors: [],
  examples: {
    response: {
      items: [
        {
          id: '9a1d6d0e-5d51-4a7e-bd0b-4f7c9b0f7b52',
          subscriptionId: exampleSubscription.id,
          event: 'order.paid',
          status: 'failed',
          attempts: 1,
          createdAt: '2026-01-15T09:31:00.000Z',
          lastAttemptAt: '2026-01-15T09:31:00.120Z',
          nextRetryAt: '2026-01-15T09:32:00.250Z',
          responseCode: 500,
          lastError: 'unexpected status 500',
        },
      ],
      total: 1,
      page: 1,
      pageSize: 20,
    },
  },
});

export const retryDelivery = defineOperation({
  id: 'retryDelivery',
  method: 'POST',
  path: '/admin/v1/webhooks/deliveries/{id}/retry',
  tag: 'Webhooks',
  summary: 'Retry a delivery by hand',
  description:
    'Makes the delivery due now, under the same id. The attempt counter is not reset: an exhausted delivery exhausts again if this attempt fails.',
  auth: { kind: 'admin', permission: 'settings:write' },
  params: idParams,
  response: {
    status: 200,
    description: 'The delivery is due now',
    schema: object({ retried: Type.Literal(true) }),
  },
  errors: ['already_delivered'],
  examples: { response: { retried: true } },
});
