import { Type } from 'typebox';
import { eventPattern } from '../event-patterns.ts';
import { PAYLOAD_VERSIONS } from '../payload-versions.ts';
import { id, nullable, object, stringEnum, timestamp, version } from '../schema.ts';
import { shownAuth } from './endpoint-auth.ts';
import { type Locale, locale } from './locale.ts';
import { type Metadata, metadata } from './metadata.ts';
import { QUEUE_KINDS, shownQueues } from './queue.ts';
import { filter, objectWithFilter } from './webhook-filter.ts';

export const subscriberUrl = Type.String({ format: 'uri', maxLength: 2048 });

export const eventPatterns = Type.Array(eventPattern, { minItems: 1, maxItems: 100 });

export const description = Type.String({ minLength: 1, maxLength: 1000 });

/** The subscriber of a subscription, in the store's own words. */
export const label = Type.String({
  maxLength: 255,
  pattern: '\\S',
  description:
    'The subscriber it belongs to, such as a customer number: a portal session of this label sees it',
});

export const customHeaders = Type.Unsafe<Record<string, string>>({
  type: 'object',
  description:
    'Sent with every delivery, such as a gateway’s key. Stored encrypted; responses show only their names. ' +
    'Names that the service sets itself are reserved.',
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
    'If a failed response has a `Retry-After` that is later than the retry table says, it sets the next retry, up to 24 hours',
});

export const autoPause = Type.Boolean({
  description:
    'A 410 response, or five days of failures only, pauses the subscription and notifies the operators',
});

/** `gone`: it returned 410. `failing`: nothing but failures for five days, or at once after it was resumed. */
export const PAUSED_REASONS = ['gone', 'failing'] as const;

export const maxConcurrency = Type.Integer({
  minimum: 1,
  maximum: 1000,
  description: 'Maximum number of requests at once, from all workers together',
});

export const maxPerSecond = Type.Number({
  minimum: 0.1,
  maximum: 1000,
  description: 'Maximum number of requests per second, from all workers together. Not for pull subscriptions',
});

export const ordered = Type.Boolean({
  description:
    'Events of one resource (an order with its refunds, a product with its variants) are sent in sequence: ' +
    'the next one only after the one before is delivered or exhausted',
});

export const payload = stringEnum(['thin', 'full'], {
  description:
    '`thin`: ids and states, as the catalogue says. `full`: also `data.object`, the resource as this API presents it at the commit ' +
    'of the change, `data.changes` and `data.actor`. Above 64 kB it is thin, and `data.objectOmitted` says so. Full payloads need ' +
    'the permission to read what the events are about; a portal session can’t choose them',
});

export const apiVersion = stringEnum(
  PAYLOAD_VERSIONS.map(({ name }) => name),
  {
    description:
      'The version of the Admin API in which full payloads present resources. A new subscription has the newest one, and keeps it ' +
      'until it is changed',
  },
);
export const SUBSCRIPTION_FORMATS = ['envelope', 'slack', 'teams', 'discord', 'cloudevents'] as const;

export type SubscriptionFormat = (typeof SUBSCRIPTION_FORMATS)[number];

/** The formats of messages that people read. */
export const CHAT_FORMATS: readonly SubscriptionFormat[] = ['slack', 'teams', 'discord'];

export const format = stringEnum(SUBSCRIPTION_FORMATS, {
  description:
    'What is sent to the URL; other kinds than `push` have the envelope. `slack`, `teams` and `discord`: a message for people, with ' +
    'what the payload says (of a full one the number, the buyer and sums) and a link to the console. `cloudevents`: CloudEvents 1.0 in ' +
    'structured mode',
});

export const chatLocale = Type.Unsafe<Locale>({
  ...locale,
  description:
    'Language of a message for people: German for `de`, else English, with sums as that language writes them. The store’s when ' +
    'the format is chosen',
});

export const SUBSCRIPTION_KINDS = ['push', 'pull', ...QUEUE_KINDS] as const;

export type SubscriptionKind = (typeof SUBSCRIPTION_KINDS)[number];

export const kind = stringEnum(SUBSCRIPTION_KINDS, {
  description:
    '`push`: sent to the URL. `pull`: waits until the subscriber claims it. `amqp`: published to RabbitMQ, at `amqps://host/vhost`. ' +
    '`sqs`: sent to the queue of Amazon SQS that the URL names. `eventbridge`: put on a bus of Amazon EventBridge, by the endpoint ' +
    'of its region that the URL names. `pubsub`: published to the topic of Google Pub/Sub that the URL names. `kafka`: produced to a topic of ' +
    'Kafka, at `kafkas://host:port`',
});

export const SIGNATURES = ['hmac', 'ed25519'] as const;

export const signature = stringEnum(SIGNATURES, {
  description:
    '`hmac`: by the subscription’s secret. `ed25519`: the store’s key pair signs too, so that a receiver needs no secret',
});

export const expiresIn = Type.Integer({
  minimum: 60,
  maximum: 31_536_000,
  description: 'Seconds from now; a pull subscription is paused then. For pull subscriptions only',
});

export const subscriptionFields = {
  id,
  kind,
  url: nullable(subscriberUrl, { description: 'Null: a pull subscription has none' }),
  ...shownQueues,
  events: Type.Array(eventPattern),
  payload,
  filter,
  apiVersion: Type.String({
    description: 'The version of the Admin API in which full payloads present resources',
  }),
  apiVersionEndsAt: nullable(timestamp, {
    description: 'When this version may be removed: change to a newer one before. Null: it isn’t deprecated',
  }),
  format,
  locale: nullable(chatLocale, {
    description: 'Language of a message for people; null: the format has none',
  }),
  active: Type.Boolean({ description: 'False: paused. Nothing is sent, and due deliveries wait' }),
  description: nullable(description),
  label: nullable(label),
  headerNames: Type.Array(Type.String(), { description: 'Names of the custom headers' }),
  auth: shownAuth,
  honourRetryAfter,
  autoPause,
  pausedReason: nullable(stringEnum(PAUSED_REASONS), {
    description: 'Why the service paused it; null when it is active or an operator paused it',
  }),
  maxConcurrency: nullable(maxConcurrency, {
    description:
      'Maximum number of requests at once, from all workers together; null: as many as a worker allows one subscriber',
  }),
  maxPerSecond: nullable(maxPerSecond, {
    description: 'Maximum number of requests per second, from all workers together; null: no such limit',
  }),
  ordered,
  signature,
  previousSecretExpiresAt: nullable(timestamp, {
    description: 'While a rotated secret is still valid: until when',
  }),
  expiresAt: nullable(timestamp, { description: 'When a pull subscription is paused; null: never' }),
  metadata: Type.Unsafe<Metadata>({
    ...metadata,
    description: 'Fields of the store’s own; a portal session sees those whose names begin with `public.`',
  }),
  createdAt: timestamp,
  version,
};

export const subscription = objectWithFilter(subscriptionFields);

/** A likely mistake that is no reason to refuse a subscription. */
export const subscriptionWarning = object({
  code: stringEnum(['url_in_use']),
  message: Type.String(),
  subscriptionIds: Type.Array(id, { description: 'Those that the caller may see' }),
});

export const URL_REFUSALS = [
  'invalid_url',
  'insecure_url',
  'credentials_in_url',
  'refused_address',
  'unresolvable_host',
] as const;

export const exampleSubscription = {
  id: '5b0a7d5e-1c1f-4e58-9a40-9c1f6d6a7c11',
  kind: 'push' as const,
  url: 'https://erp.example.com/hooks',
  amqp: null,
  sqs: null,
  eventbridge: null,
  pubsub: null,
  kafka: null,
  events: ['order.created' as const, 'order.paid' as const],
  payload: 'thin' as const,
  filter: null,
  apiVersion: 'v1',
  apiVersionEndsAt: null,
  format: 'envelope' as const,
  locale: null,
  active: true,
  description: 'Orders to the ERP',
  label: null,
  headerNames: ['X-Gateway-Key'],
  auth: null,
  honourRetryAfter: false,
  autoPause: false,
  pausedReason: null,
  maxConcurrency: null,
  maxPerSecond: null,
  ordered: false,
  signature: 'hmac' as const,
  previousSecretExpiresAt: null,
  expiresAt: null,
  metadata: {},
  createdAt: '2026-01-15T09:30:00.000Z',
  version: 1,
};
