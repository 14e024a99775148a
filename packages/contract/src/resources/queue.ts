import { type Static, Type } from 'typebox';
import { nullable, object } from '../schema.ts';

/** Message queues and brokers that deliveries go into. Each kind has a member of its own name in a subscription. */
export const QUEUE_KINDS = ['amqp', 'sqs'] as const;

export type QueueKind = (typeof QUEUE_KINDS)[number];

export function isQueueKind(kind: string): kind is QueueKind {
  return (QUEUE_KINDS as readonly string[]).includes(kind);
}

/** Bytes are characters: AMQP has at most 255. */
const amqpName = { pattern: '^[ -~]*$', maxLength: 255 };

const amqpFields = {
  exchange: Type.String({
    ...amqpName,
    description: 'Empty: the default exchange, where the routing key is a queue’s name',
  }),
  routingKey: nullable(Type.String(amqpName), { description: 'Null: the name of the event' }),
  username: Type.String({ pattern: '^[^\\u0000-\\u001f]+$', maxLength: 255 }),
};

const sqsFields = {
  region: Type.String({ pattern: '^[a-z0-9-]{1,32}$', description: 'Such as `eu-central-1`' }),
  accessKeyId: Type.String({
    pattern: '^[A-Za-z0-9_]{1,128}$',
    description: 'Of a user that may `sqs:SendMessage`, and nothing else',
  }),
};

const KEPT_SECRET =
  'Stored encrypted, and never returned. Absent: the known one stays, unless the URL changes';

const amqp = object(
  {
    ...amqpFields,
    exchange: Type.Optional(amqpFields.exchange),
    routingKey: Type.Optional(amqpFields.routingKey),
    password: Type.Optional(
      Type.String({ pattern: '^[^\\u0000-\\u001f]+$', maxLength: 1024, description: KEPT_SECRET }),
    ),
  },
  { description: 'For `amqp` subscriptions only, which must have it' },
);

const sqs = object(
  {
    ...sqsFields,
    secretAccessKey: Type.Optional(
      Type.String({ pattern: '^[!-~]+$', maxLength: 256, description: KEPT_SECRET }),
    ),
  },
  { description: 'For `sqs` subscriptions only, which must have it' },
);

/** What a queue has beside its URL. */
export const givenQueues = { amqp: Type.Optional(amqp), sqs: Type.Optional(sqs) };

const given = object(givenQueues);

export type GivenQueues = Static<typeof given>;

const shown = { description: 'Null of every other kind' };
export const shownQueues = {
  amqp: nullable(object(amqpFields, shown)),
  sqs: nullable(object(sqsFields, shown)),
};
