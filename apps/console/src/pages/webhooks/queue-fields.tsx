import type { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { TextArea } from '../../ui/form.tsx';
import { Field, Select } from '../../ui/index.tsx';

type Subscription = Awaited<ReturnType<typeof admin.getSubscription>>;
type Kind = Subscription['kind'];

export const PLACEHOLDERS: Readonly<Record<Kind, string | undefined>> = {
  push: 'https://erp.example.com/webhooks',
  pull: undefined,
  amqp: 'amqps://broker.example.com/shop',
  sqs: 'https://sqs.eu-central-1.amazonaws.com/123456789012/orders',
  eventbridge: 'https://events.eu-central-1.amazonaws.com',
  pubsub: 'https://pubsub.googleapis.com/v1/projects/shop/topics/orders',
  kafka: 'kafkas://broker.example.com:9093',
};

export const KINDS = Object.keys(PLACEHOLDERS) as Kind[];

type Queues = Pick<Subscription, 'amqp' | 'sqs' | 'eventbridge' | 'pubsub' | 'kafka'>;

/** The settings of all queues beside their addresses, each name once. */
type QueueField = { [kind in keyof Queues]: keyof NonNullable<Queues[kind]> }[keyof Queues];

interface Queue {
  fields: readonly QueueField[];
  /** The fields that may stay empty. */
  optional?: readonly QueueField[];
  /** The name of its secret in a request. */
  secret: string;
}

const QUEUES: Partial<Record<Kind, Queue>> = {
  amqp: {
    fields: ['exchange', 'routingKey', 'username'],
    optional: ['exchange', 'routingKey'],
    secret: 'password',
  },
  sqs: { fields: ['region', 'accessKeyId'], secret: 'secretAccessKey' },
  eventbridge: { fields: ['region', 'bus', 'source', 'accessKeyId'], secret: 'secretAccessKey' },
  pubsub: { fields: ['clientEmail', 'privateKeyId'], secret: 'privateKey' },
  kafka: { fields: ['topic', 'mechanism', 'username'], secret: 'password' },
};

const MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'];

/** The settings of a queue beside its address. */
export type QueueFields = Record<QueueField, string> & {
  /** A password, a secret key or a private key; empty: unchanged. */
  queueSecret: string;
};

export const NO_QUEUE: QueueFields = {
  exchange: '',
  routingKey: '',
  username: '',
  region: '',
  accessKeyId: '',
  bus: 'default',
  source: 'commerce',
  clientEmail: '',
  privateKeyId: '',
  topic: '',
  mechanism: 'scram-sha-512',
  queueSecret: '',
};

export function queueFieldsOf({ amqp, sqs, eventbridge, pubsub, kafka }: Queues): QueueFields {
  const settings = {
    ...amqp,
    routingKey: amqp?.routingKey ?? '',
    ...sqs,
    ...eventbridge,
    ...pubsub,
    ...kafka,
  };
  return { ...NO_QUEUE, ...settings };
}

/** The field of a request that has the kind's name. */
export function queueBodyOf({ kind, queueSecret, ...fields }: QueueFields & { kind: Kind }) {
  const queue = QUEUES[kind];
  if (!queue) return {};
  const settings = queue.fields.map((name) => [name, fields[name] || (name === 'routingKey' ? null : '')]);
  return {
    [kind]: { ...Object.fromEntries(settings), ...(queueSecret ? { [queue.secret]: queueSecret } : {}) },
  };
}

export function useQueueLabels(): Record<keyof QueueFields, string> {
  const { t } = useIntl();
  return {
    exchange: t('subscription.exchange'),
    routingKey: t('subscription.routingKey'),
    username: t('subscription.username'),
    region: t('subscription.region'),
    accessKeyId: t('subscription.accessKeyId'),
    bus: t('subscription.bus'),
    source: t('subscription.source'),
    clientEmail: t('subscription.clientEmail'),
    privateKeyId: t('subscription.privateKeyId'),
    topic: t('subscription.topic'),
    mechanism: t('subscription.mechanism'),
    queueSecret: t('subscription.queueSecret'),
  };
}

/** The private key in a key file of Google, or else the text itself. */
function readKeyFile(text: string): Partial<QueueFields> {
  try {
    const { client_email, private_key_id, private_key } = JSON.parse(text);
    return {
      clientEmail: String(client_email ?? ''),
      privateKeyId: String(private_key_id ?? ''),
      queueSecret: String(private_key ?? ''),
    };
  } catch {
    return { queueSecret: text };
  }
}

interface QueueInputsProps {
  fields: QueueFields & { kind: Kind };
  set(next: Partial<QueueFields>): void;
}

export function QueueInputs({ fields, set }: QueueInputsProps) {
  const { t } = useIntl();
  const labels = useQueueLabels();
  const queue = QUEUES[fields.kind];
  if (!queue) return null;
  const hints: Partial<Record<keyof QueueFields, string>> = {
    exchange: t('subscription.exchangeHint'),
    routingKey: t('subscription.routingKeyHint'),
    bus: t('subscription.busHint'),
    source: t('subscription.sourceHint'),
  };
  return (
    <>
      {queue.fields.map((name) =>
        name === 'mechanism' ? (
          <Select
            key={name}
            label={labels[name]}
            value={fields[name]}
            options={MECHANISMS.map((each) => [each, each.toUpperCase()])}
            onChange={(mechanism) => set({ mechanism })}
          />
        ) : (
          <Field
            key={name}
            label={labels[name]}
            {...(hints[name] ? { hint: hints[name] } : {})}
            value={fields[name]}
            onChange={(event) => set({ [name]: event.target.value })}
            maxLength={255}
            autoComplete="off"
            required={!queue.optional?.includes(name)}
          />
        ),
      )}
      {fields.kind === 'pubsub' ? (
        <TextArea
          label={t('subscription.keyFile')}
          hint={t('subscription.keyFileHint')}
          value={fields.queueSecret}
          onChange={(text) => set(readKeyFile(text))}
          maxLength={16_384}
        />
      ) : (
        <Field
          label={labels.queueSecret}
          hint={t('subscription.queueSecretHint')}
          type="password"
          autoComplete="new-password"
          value={fields.queueSecret}
          onChange={(event) => set({ queueSecret: event.target.value })}
          maxLength={1024}
        />
      )}
    </>
  );
}
