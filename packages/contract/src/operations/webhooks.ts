import { Type } from 'typebox';
import { eventName } from '../events.ts';
import { defineOperation } from '../operation.ts';
import {
  id,
  idParams,
  list,
  nullable,
  object,
  page,
  pageSize,
  stringEnum,
  timestamp,
  version,
} from '../schema.ts';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'exhausted'] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const subscriberUrl = Type.String({ format: 'uri', maxLength: 2048 });
export const eventNames = Type.Array(eventName, { minItems: 1, maxItems: 100 });
export const description = Type.String({ minLength: 1, maxLength: 1000 });
export const customHeaders = Type.Unsafe<Record<string, string>>({
  type: 'object',
  description:
    'Sent with every delivery, such as a gateway’s key. Stored encrypted; answers show their names only. ' +
    'Names that the delivery itself uses are reserved.',
  maxProperties: 20,
  propertyNames: { pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$" },
  additionalProperties: {
    type: 'string',
    pattern: '^[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?$',
    maxLength: 1024,
  },
});

export const honourRetryAfter = Type.Boolean({
  description:
    'A failed answer’s `Retry-After` that is later than the retry table says decides the next retry, up to 24 hours',
});
export const autoPause = Type.Boolean({
  description:
    'An answer of 410, or five days of nothing but failures, pauses the subscription and tells the operators',
});

/** `gone`: it answered 410. `failing`: nothing but failures for five days, or at once after it was resumed. */
export const PAUSED_REASONS = ['gone', 'failing'] as const;

export const maxConcurrency = Type.Integer({
  minimum: 1,
  maximum: 1000,
  description: 'Requests to it at once, from all workers together',
});

export const ordered = Type.Boolean({
  description:
    'What happens to one resource (an order with its refunds, a product with its variants) is sent in sequence: ' +
    'the next only after the one before is delivered or exhausted',
});

export const subscriptionFields = {
  id,
  url: subscriberUrl,
  events: Type.Array(eventName),
  active: Type.Boolean({ description: 'False: paused. Nothing is sent, and what was due waits' }),
  description: nullable(description),
  headerNames: Type.Array(Type.String(), { description: 'Names of the custom headers' }),
  honourRetryAfter,
  autoPause,
  pausedReason: Type.Unsafe<(typeof PAUSED_REASONS)[number] | null>({
    ...nullable(stringEnum(PAUSED_REASONS)),
    description: 'Why it was paused by itself; null when it is active or an operator paused it',
  }),
  maxConcurrency: Type.Unsafe<number | null>({
    ...nullable(maxConcurrency),
    description:
      'Requests to it at once, from all workers together; null: as many as a worker gives to one subscriber',
  }),
  ordered,
  previousSecretExpiresAt: Type.Unsafe<string | null>({
    ...nullable(timestamp),
    description: 'While a rotated secret is still valid: until when',
  }),
  createdAt: timestamp,
  version,
};

const subscription = object(subscriptionFields);

export const URL_REFUSALS = [
  'invalid_url',
  'insecure_url',
  'credentials_in_url',
  'refused_address',
  'unresolvable_host',
] as const;

export const deliveryFields = {
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
  isTest: Type.Boolean({ description: 'Asked for by an operator; nothing happened in the store' }),
  sequence: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 1,
    description:
      '`X-Service-Sequence`: counts the deliveries of the subscription from their first attempt on; null before it, and for tests',
  }),
};

const delivery = object(deliveryFields);

export const exampleSubscription = {
  id: '5b0a7d5e-1c1f-4e58-9a40-9c1f6d6a7c11',
  url: 'https://erp.example.com/hooks',
  events: ['order.created' as const, 'order.paid' as const],
  active: true,
  description: 'Orders to the ERP',
  headerNames: ['X-Gateway-Key'],
  honourRetryAfter: false,
  autoPause: false,
  pausedReason: null,
  maxConcurrency: null,
  ordered: false,
  previousSecretExpiresAt: null,
  createdAt: '2026-01-15T09:30:00.000Z',
  version: 1,
};

export const exampleDelivery = {
  id: '9a1d6d0e-5d51-4a7e-bd0b-4f7c9b0f7b52',
  subscriptionId: exampleSubscription.id,
  event: 'order.paid' as const,
  status: 'failed' as const,
  attempts: 1,
  createdAt: '2026-01-15T09:31:00.000Z',
  lastAttemptAt: '2026-01-15T09:31:00.120Z',
  nextRetryAt: '2026-01-15T09:32:00.250Z',
  responseCode: 500,
  lastError: 'unexpected status 500',
  isTest: false,
  sequence: 1042,
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
  body: object({
    url: subscriberUrl,
    events: eventNames,
    description: Type.Optional(nullable(description)),
    headers: Type.Optional(nullable(customHeaders)),
    honourRetryAfter: Type.Optional(honourRetryAfter),
    autoPause: Type.Optional(autoPause),
    maxConcurrency: Type.Optional(nullable(maxConcurrency)),
    ordered: Type.Optional(ordered),
  }),
  response: {
    status: 201,
    description: 'The subscription with its secret',
    schema: object({
      ...subscriptionFields,
      secret: Type.String({ description: 'Signing secret, shown once' }),
    }),
  },
  errors: [...URL_REFUSALS, 'reserved_header'],
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
  ifMatch: 'subscription',
  params: idParams,
  response: { status: 204, description: 'Deleted' },
  errors: [],
  examples: {},
});

/** How far the log counts: finding out that there are millions takes longer than reading a page of them. */
export const MAX_COUNTED_DELIVERIES = 10_000;

const exampleCursor = 'MjAyNi0wMS0xNVQwOTozMTowMC4wMDBafDlhMWQ2ZDBl';

export const listDeliveries = defineOperation({
  id: 'listDeliveries',
  method: 'GET',
  path: '/admin/v1/webhooks/deliveries',
  tag: 'Webhooks',
  summary: 'Query the delivery log',
  description:
    'Newest first. A page past the end is empty. `total` counts up to 10000, and `isTotalCapped` says when there are ' +
    'more. `cursor` goes on where another answer’s `nextCursor` stands, as fast in the depth of a long log as at its start.',
  auth: { kind: 'admin', permission: 'settings:read' },
  query: object({
    subscriptionId: Type.Optional(id),
    status: Type.Optional(stringEnum(DELIVERY_STATUSES)),
    event: Type.Optional(eventName),
    from: Type.Optional(Type.String({ format: 'date-time', description: 'Created then or later' })),
    to: Type.Optional(Type.String({ format: 'date-time', description: 'Created before' })),
    page,
    pageSize,
    cursor: Type.Optional(Type.String({ maxLength: 200, description: 'Instead of `page`' })),
  }),
  response: {
    status: 200,
    description: 'A page of the log',
    schema: object({
      ...list(delivery).properties,
      isTotalCapped: Type.Boolean(),
      nextCursor: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'Null on the last page',
      }),
    }),
  },
  errors: [],
  examples: {
    response: {
      items: [exampleDelivery],
      total: 1,
      page: 1,
      pageSize: 20,
      isTotalCapped: false,
      nextCursor: exampleCursor,
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
