import { isServiceError } from '@service/client-js';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { useMe } from '../../session.tsx';
import { Choices } from '../../ui/form.tsx';
import { Button, Check, Field, Problem } from '../../ui/index.tsx';

export type SubscriptionInput = Parameters<typeof admin.createSubscription>[0]['body'];
type EventName = SubscriptionInput['events'][number];

interface SubscriptionFormProps {
  initial?: SubscriptionInput;
  submit: string;
  isBusy: boolean;
  error: unknown;
  onSubmit(input: SubscriptionInput): void;
  onCancel?: () => void;
}

export function SubscriptionForm({
  initial,
  submit,
  isBusy,
  error,
  onSubmit,
  onCancel,
}: SubscriptionFormProps) {
  const { t } = useIntl();
  const { portal } = useMe();
  const catalogue = useQuery({
    queryKey: ['events'],
    queryFn: () => admin.listWebhookEvents(),
    staleTime: Infinity,
  });
  const offered = (catalogue.data?.items ?? []).filter(
    ({ name }) => !portal || !name.startsWith('webhook.') || initial?.events.includes(name),
  );
  const [events, setEvents] = useState<readonly EventName[]>(initial?.events ?? []);
  const [options, setOptions] = useState({
    ordered: initial?.ordered ?? false,
    autoPause: initial?.autoPause ?? false,
    honourRetryAfter: initial?.honourRetryAfter ?? false,
  });
  const [isPull, setPull] = useState(initial?.kind === 'pull');
  const [isChecked, setChecked] = useState(false);

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setChecked(true);
    if (events.length === 0) return;
    const [description, label] = ['description', 'label'].map(
      (each) => String(form.get(each)).trim() || null,
    );
    const maxPerSecond = String(form.get('maxPerSecond') ?? '');
    onSubmit({
      ...(isPull
        ? {}
        : {
            url: String(form.get('url')).trim(),
            maxPerSecond: maxPerSecond === '' ? null : Number(maxPerSecond),
          }),
      ...(isPull && !initial ? { kind: 'pull' as const } : {}),
      events: [...events],
      description,
      // A subscriber's endpoints stay theirs.
      ...(portal ? {} : { label }),
      ...options,
    });
  }

  const urlError = isServiceError(error)
    ? error.errors.find(({ path }) => path === '/body/url')?.message
    : undefined;
  return (
    <form className="stack wide" onSubmit={send}>
      {!initial && !portal && <Check label={t('subscription.isPull')} checked={isPull} onChange={setPull} />}
      {!isPull && (
        <Field
          label={t('subscriptions.url')}
          hint={t('subscription.urlHint')}
          error={urlError}
          name="url"
          type="url"
          placeholder="https://erp.example.com/webhooks"
          defaultValue={initial?.url}
          maxLength={2048}
          required
        />
      )}
      <Field
        label={t('subscription.description')}
        name="description"
        defaultValue={initial?.description ?? ''}
        maxLength={1000}
      />
      {!portal && (
        <Field
          label={t('subscription.label')}
          hint={t('subscription.labelHint')}
          name="label"
          defaultValue={initial?.label ?? ''}
          maxLength={255}
        />
      )}
      <Choices
        legend={t('subscriptions.events')}
        of={offered.map(
          ({ name, firesWhen }) =>
            [
              name,
              <span key={name} title={firesWhen}>
                {name}
              </span>,
            ] as const,
        )}
        chosen={events}
        onChange={setEvents}
        missing={isChecked ? t('subscription.pick') : undefined}
      />
      <fieldset>
        {(['ordered', 'autoPause', 'honourRetryAfter'] as const).map((name) => (
          <Check
            key={name}
            label={t(`subscription.${name}`)}
            checked={options[name]}
            onChange={(isOn) => setOptions((before) => ({ ...before, [name]: isOn }))}
          />
        ))}
      </fieldset>
      {!isPull && (
        <Field
          label={t('subscription.maxPerSecond')}
          hint={t('subscription.maxPerSecondHint')}
          name="maxPerSecond"
          type="number"
          inputMode="decimal"
          step="any"
          min={0.1}
          max={1000}
          defaultValue={initial?.maxPerSecond ?? ''}
        />
      )}
      <Problem error={error} />
      <div className="actions">
        <Button type="submit" look="primary" isBusy={isBusy}>
          {submit}
        </Button>
        {onCancel && <Button onClick={onCancel}>{t('common.cancel')}</Button>}
      </div>
    </form>
  );
}
