import type { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { Field } from '../../ui/index.tsx';

type Subscription = Awaited<ReturnType<typeof admin.getSubscription>>;
type Kind = Subscription['kind'];

export const KINDS: readonly Kind[] = ['push', 'pull', 'amqp', 'sqs'];

export const PLACEHOLDERS: Readonly<Record<Kind, string | undefined>> = {
  push: 'https://erp.example.com/webhooks',
  pull: undefined,
  amqp: 'amqps://broker.example.com/shop',
  sqs: 'https://sqs.eu-central-1.amazonaws.com/123456789012/orders',
};

/** What a queue has beside its address. */
export interface QueueFields {
  exchange: string;
  routingKey: string;
  username: string;
  region: string;
  accessKeyId: string;
  /** A password or a secret key; empty: it stays as it is. */
  queueSecret: string;
}

export const NO_QUEUE: QueueFields = {
  exchange: '',
  routingKey: '',
  username: '',
  region: '',
  accessKeyId: '',
  queueSecret: '',
};

export function queueFieldsOf(amqp: Subscription['amqp'], sqs: Subscription['sqs']): QueueFields {
  return { ...NO_QUEUE, ...amqp, routingKey: amqp?.routingKey ?? '', ...sqs };
}

export function queueBodyOf({
  kind,
  exchange,
  routingKey,
  username,
  ...fields
}: QueueFields & { kind: Kind }) {
  const { region, accessKeyId, queueSecret } = fields;
  if (kind === 'amqp') {
    const password = queueSecret ? { password: queueSecret } : {};
    return { amqp: { exchange, routingKey: routingKey || null, username, ...password } };
  }
  if (kind !== 'sqs') return {};
  return { sqs: { region, accessKeyId, ...(queueSecret ? { secretAccessKey: queueSecret } : {}) } };
}

export function useQueueLabels(): Record<keyof QueueFields, string> {
  const { t } = useIntl();
  return {
    exchange: t('subscription.exchange'),
    routingKey: t('subscription.routingKey'),
    username: t('subscription.username'),
    region: t('subscription.region'),
    accessKeyId: t('subscription.accessKeyId'),
    queueSecret: t('subscription.queueSecret'),
  };
}

interface QueueInputsProps {
  fields: QueueFields & { kind: Kind };
  set(next: Partial<QueueFields>): void;
}

const INPUTS: Partial<Record<Kind, readonly (readonly [name: keyof QueueFields, isRequired: boolean])[]>> = {
  amqp: [
    ['exchange', false],
    ['routingKey', false],
    ['username', true],
  ],
  sqs: [
    ['region', true],
    ['accessKeyId', true],
  ],
};

export function QueueInputs({ fields, set }: QueueInputsProps) {
  const { t } = useIntl();
  const labels = useQueueLabels();
  const inputs = INPUTS[fields.kind];
  if (!inputs) return null;
  const hints: Partial<Record<keyof QueueFields, string>> = {
    exchange: t('subscription.exchangeHint'),
    routingKey: t('subscription.routingKeyHint'),
  };
  return (
    <>
      {inputs.map(([name, isRequired]) => (
        <Field
          key={name}
          label={labels[name]}
          {...(hints[name] ? { hint: hints[name] } : {})}
          value={fields[name]}
          onChange={(event) => set({ [name]: event.target.value })}
          maxLength={255}
          autoComplete="off"
          required={isRequired}
        />
      ))}
      <Field
        label={labels.queueSecret}
        hint={t('subscription.queueSecretHint')}
        type="password"
        autoComplete="new-password"
        value={fields.queueSecret}
        onChange={(event) => set({ queueSecret: event.target.value })}
        maxLength={1024}
      />
    </>
  );
}
