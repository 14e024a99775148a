import { type Static, Type } from 'typebox';
import { nullable, object, stringEnum } from '../schema.ts';

/** Message queues and brokers that deliveries go into. Each kind has a member of its own name in a subscription. */
export const QUEUE_KINDS = ['amqp', 'sqs', 'eventbridge', 'pubsub', 'kafka'] as const;

export type QueueKind = (typeof QUEUE_KINDS)[number];

export function isQueueKind(kind: string): kind is QueueKind {
  return (QUEUE_KINDS as readonly string[]).includes(kind);
}

const username = { pattern: '^[^\\u0000-\\u001f]+$', maxLength: 255 };

/** Bytes are characters: AMQP has at most 255. */
const amqpName = { pattern: '^[ -~]*$', maxLength: 255 };

const amqpFields = {
  exchange: Type.String({
    ...amqpName,
    description: 'Empty: the default exchange, where the routing key is a queue’s name',
  }),
  routingKey: nullable(Type.String(amqpName), { description: 'Null: the name of the event' }),
  username: Type.String(username),
};

/** How requests to Amazon are signed, by the keys of a user that needs one permission. */
const signerFields = (permission: string) => ({
  region: Type.String({ pattern: '^[a-z0-9-]{1,32}$', description: 'Such as `eu-central-1`' }),
  accessKeyId: Type.String({
    pattern: '^[A-Za-z0-9_]{1,128}$',
    description: `Of a user with the permission \`${permission}\` alone`,
  }),
});

const sqsFields = signerFields('sqs:SendMessage');

const eventbridgeFields = {
  ...signerFields('events:PutEvents'),
  bus: Type.String({
    pattern: '^(?!aws\\.)[A-Za-z0-9/_.:-]+$',
    maxLength: 1600,
    description: 'Name or ARN of the event bus; absent: `default`',
  }),
  source: Type.String({
    pattern: '^(?!aws\\.)[A-Za-z0-9/_.:-]+$',
    maxLength: 256,
    description: '`source` of the events, which rules and policies match by; absent: `commerce`',
  }),
};

const pubsubFields = {
  clientEmail: Type.String({
    pattern: '^[^\\s@]+@[^\\s@]+$',
    maxLength: 320,
    description:
      '`client_email` of the key file of a service account that may publish to the topic, and nothing else',
  }),
  privateKeyId: Type.String({
    pattern: '^[A-Za-z0-9_-]{1,128}$',
    description: '`private_key_id` of that file',
  }),
};

const kafkaFields = {
  topic: Type.String({ pattern: '^[A-Za-z0-9._-]{1,249}$' }),
  mechanism: stringEnum(['plain', 'scram-sha-256', 'scram-sha-512'], { description: 'The SASL mechanism' }),
  username: Type.String({
    ...username,
    description: 'Of a user that may write to the topic, and nothing else',
  }),
};

const KEPT_SECRET =
  'Stored encrypted, and never returned. Absent: the known one stays, unless the URL changes';

const password = Type.Optional(
  Type.String({ pattern: '^[^\\u0000-\\u001f]+$', maxLength: 1024, description: KEPT_SECRET }),
);

const amqp = object(
  {
    ...amqpFields,
    exchange: Type.Optional(amqpFields.exchange),
    routingKey: Type.Optional(amqpFields.routingKey),
    password,
  },
  { description: 'For `amqp` subscriptions only, which must have it' },
);

const secretAccessKey = Type.Optional(
  Type.String({ pattern: '^[!-~]+$', maxLength: 256, description: KEPT_SECRET }),
);

const sqs = object(
  { ...sqsFields, secretAccessKey },
  { description: 'For `sqs` subscriptions only, which must have it' },
);

const eventbridge = object(
  {
    ...eventbridgeFields,
    bus: Type.Optional(eventbridgeFields.bus),
    source: Type.Optional(eventbridgeFields.source),
    secretAccessKey,
  },
  { description: 'For `eventbridge` subscriptions only, which must have it' },
);

const pubsub = object(
  {
    ...pubsubFields,
    privateKey: Type.Optional(
      Type.String({ maxLength: 8192, description: `\`private_key\` of that file, PEM. ${KEPT_SECRET}` }),
    ),
  },
  { description: 'For `pubsub` subscriptions only, which must have it' },
);

const kafka = object(
  {
    ...kafkaFields,
    password,
  },
  { description: 'For `kafka` subscriptions only, which must have it' },
);

/** The settings of a queue beside its URL. */
export const givenQueues = {
  amqp: Type.Optional(amqp),
  sqs: Type.Optional(sqs),
  eventbridge: Type.Optional(eventbridge),
  pubsub: Type.Optional(pubsub),
  kafka: Type.Optional(kafka),
};

const given = object(givenQueues);

export type GivenQueues = Static<typeof given>;

const shown = { description: 'Null for every other kind' };
export const shownQueues = {
  amqp: nullable(object(amqpFields, shown)),
  sqs: nullable(object(sqsFields, shown)),
  eventbridge: nullable(object(eventbridgeFields, shown)),
  pubsub: nullable(object(pubsubFields, shown)),
  kafka: nullable(object(kafkaFields, shown)),
};
