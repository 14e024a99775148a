import type { admin } from '../../api.ts';
import { FILTER_TEXTS } from '../../i18n/filters.ts';
import { useIntl } from '../../i18n/index.tsx';
import { useRefusals } from '../../i18n/refusals.ts';
import { useMe } from '../../session.tsx';
import { Check, Field, Select } from '../../ui/index.tsx';
import { EventChoices } from './event-choices.tsx';
import { FilterFields } from './filter-fields.tsx';
import { filterOf } from './filter-rows.ts';
import { FormatInputs, isChat } from './format-inputs.tsx';
import { type EventPattern, useSubscriptions } from './names.ts';
import {
  KINDS,
  PLACEHOLDERS,
  type QueueFields,
  QueueInputs,
  queueBodyOf,
  queueFieldsOf,
  useQueueLabels,
} from './queue-fields.tsx';

type Subscription = Awaited<ReturnType<typeof admin.getSubscription>>;

const URL_HINTS: Partial<Record<Subscription['kind'], 'subscription.brokerHint' | 'subscription.kafkaHint'>> =
  {
    amqp: 'subscription.brokerHint',
    kafka: 'subscription.kafkaHint',
  };

const SWITCHES = ['ordered', 'autoPause', 'honourRetryAfter'] as const;

export interface SubscriptionFields
  extends Pick<Subscription, 'kind' | 'payload' | 'format' | (typeof SWITCHES)[number]>,
    QueueFields {
  url: string;
  description: string;
  label: string;
  events: readonly EventPattern[];
  /** The filter as JSON; empty: none. */
  filter: string;
  maxPerSecond: string;
  /** Empty: the store’s language. */
  locale: NonNullable<Subscription['locale']> | '';
}

export function fieldsOf({
  url,
  description,
  label,
  maxPerSecond,
  locale,
  ...saved
}: Subscription): SubscriptionFields {
  const { kind, events, payload, format, filter, ordered, autoPause, honourRetryAfter } = saved;
  return {
    ...{ kind, events, payload, format, ordered, autoPause, honourRetryAfter },
    locale: locale ?? '',
    ...queueFieldsOf(saved),
    filter: filter ? JSON.stringify(filter) : '',
    url: url ?? '',
    description: description ?? '',
    label: label ?? '',
    maxPerSecond: String(maxPerSecond ?? ''),
  };
}

/** The body as the service accepts it. A subscriber can't choose the label of its endpoint. */
export function bodyOf(fields: SubscriptionFields, isPortal: boolean) {
  const { kind, url, description, label, events, payload, format, locale, maxPerSecond, ...switches } =
    fields;
  const { ordered, autoPause, honourRetryAfter } = switches;
  return {
    kind,
    ...(kind === 'pull' ? {} : { url: url.trim(), maxPerSecond: maxPerSecond ? Number(maxPerSecond) : null }),
    ...queueBodyOf(fields),
    ...(kind === 'push' ? { format, ...(isChat(format) && locale ? { locale } : {}) } : {}),
    ...(isPortal ? {} : { label: label.trim() || null, payload }),
    events: [...events],
    filter: filterOf(fields.filter),
    description: description.trim() || null,
    ...{ ordered, autoPause, honourRetryAfter },
  };
}

/** The label of each field. */
export function useSubscriptionLabels(): Record<keyof SubscriptionFields, string> {
  const { t } = useIntl(FILTER_TEXTS);
  return {
    kind: t('subscription.kind'),
    ...useQueueLabels(),
    url: t('subscriptions.url'),
    description: t('subscription.description'),
    label: t('subscription.label'),
    events: t('subscriptions.events'),
    payload: t('subscription.payload'),
    format: t('subscription.format'),
    locale: t('subscription.locale'),
    filter: t('filter.title'),
    ordered: t('subscription.ordered'),
    autoPause: t('subscription.autoPause'),
    honourRetryAfter: t('subscription.honourRetryAfter'),
    maxPerSecond: t('subscription.maxPerSecond'),
  };
}

interface InputsProps {
  fields: SubscriptionFields;
  set(next: Partial<SubscriptionFields>): void;
  /** The patterns that it already has, which a subscriber keeps. */
  chosen?: readonly EventPattern[];
  error: unknown;
  /** Whether to show that no event is chosen. */
  isChecked: boolean;
  /** The subscription to change; absent: a new one. */
  id?: string;
}

export function SubscriptionInputs({ fields, set, chosen = [], error, isChecked, id }: InputsProps) {
  const { t } = useIntl();
  const { portal } = useMe();
  const labels = useSubscriptionLabels();
  const url = fields.url.trim();
  const isUsed = useSubscriptions().data?.some((other) => url !== '' && other.url === url && other.id !== id);
  const urlError = useRefusals().at(error, '/body/url');
  return (
    <>
      <Select
        label={labels.kind}
        value={fields.kind}
        // Subscribers can't claim by themselves: that requires an API key.
        options={KINDS.filter((kind) => kind !== 'pull' || !portal || fields.kind === kind).map((kind) => [
          kind,
          t(`subscription.kind.${kind}`),
        ])}
        // The secret of one kind is never sent to another.
        onChange={(kind) => set({ kind: kind as SubscriptionFields['kind'], queueSecret: '' })}
      />
      {fields.kind !== 'pull' && (
        <Field
          label={labels.url}
          hint={t(URL_HINTS[fields.kind] ?? 'subscription.urlHint')}
          error={urlError}
          type="url"
          placeholder={PLACEHOLDERS[fields.kind]}
          value={fields.url}
          onChange={(event) => set({ url: event.target.value })}
          maxLength={2048}
          required
        />
      )}
      {isUsed && <p className="note">{t('subscription.urlUsed')}</p>}
      <QueueInputs fields={fields} set={set} />
      <FormatInputs fields={fields} set={set} labels={labels} />
      <Field
        label={labels.description}
        value={fields.description}
        onChange={(event) => set({ description: event.target.value })}
        maxLength={1000}
      />
      {!portal && (
        <Field
          label={labels.label}
          hint={t('subscription.labelHint')}
          value={fields.label}
          onChange={(event) => set({ label: event.target.value })}
          maxLength={255}
        />
      )}
      <EventChoices
        legend={labels.events}
        chosen={fields.events}
        kept={chosen}
        onChange={(events) => set({ events })}
        isChecked={isChecked}
      />
      {!portal && (
        <Select
          label={labels.payload}
          value={fields.payload}
          options={(['thin', 'full'] as const).map((each) => [each, t(`subscription.payload.${each}`)])}
          onChange={(payload) => set({ payload: payload as SubscriptionFields['payload'] })}
        />
      )}
      {!portal && fields.payload === 'full' && <p className="note">{t('subscription.payloadHint')}</p>}
      <FilterFields events={fields.events} filter={fields.filter} onChange={(filter) => set({ filter })} />
      <fieldset>
        {SWITCHES.map((name) => (
          <Check
            key={name}
            label={labels[name]}
            checked={fields[name]}
            onChange={(isOn) => set({ [name]: isOn })}
          />
        ))}
      </fieldset>
      {fields.kind !== 'pull' && (
        <Field
          label={labels.maxPerSecond}
          hint={t('subscription.maxPerSecondHint')}
          type="number"
          inputMode="decimal"
          step="any"
          min={0.1}
          max={1000}
          value={fields.maxPerSecond}
          onChange={(event) => set({ maxPerSecond: event.target.value })}
        />
      )}
    </>
  );
}
