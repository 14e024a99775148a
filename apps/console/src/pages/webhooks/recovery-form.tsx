import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { admin } from '../../api.ts';
import { DAY_MS } from '../../durations.ts';
import { useIntl } from '../../i18n/index.tsx';
import { webhookTexts } from '../../i18n/webhooks.ts';
import { localTime } from '../../local-time.ts';
import { useMe } from '../../session.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Button, Field, Problem, Select } from '../../ui/index.tsx';
import { useEventNames, useSubscriptionNames } from './names.ts';

type Input = NonNullable<NonNullable<Parameters<typeof admin.createRecovery>[0]>['body']>;
type What = 'both' | 'exhausted' | 'failed' | 'delivered' | 'missing';

const WHAT: readonly What[] = ['both', 'exhausted', 'failed', 'delivered', 'missing'];

/** Counts first; the counted deliveries can then be sent. */
export function RecoveryForm({
  subscriptionId = '',
  onDone,
}: {
  subscriptionId?: string | undefined;
  onDone(): void;
}) {
  const { t } = useIntl(webhookTexts);
  const client = useQueryClient();
  const urlOf = useSubscriptionNames();
  const events = useEventNames();
  const [what, setWhat] = useState<What>('both');
  const { portal } = useMe();
  // A subscriber sends again for one endpoint at a time.
  const mustChoose = what === 'missing' || portal !== null;
  const [endpoint, setEndpoint] = useState(subscriptionId);
  const [event, setEvent] = useState('');
  /** The input that was counted; changed input has to be counted again. */
  const [counted, setCounted] = useState<Input>();
  const create = useMutation({
    mutationFn: (body: Input) => admin.createRecovery({ body }),
    onSuccess: async (recovery, body) => {
      await client.invalidateQueries({ queryKey: ['recoveries'] });
      if (recovery.dryRun) setCounted(body);
      else onDone();
    },
  });
  const renew =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      setCounted(undefined);
    };

  function count(submit: FormEvent<HTMLFormElement>) {
    submit.preventDefault();
    const form = new FormData(submit.currentTarget);
    const time = (name: string) => new Date(String(form.get(name))).toISOString();
    create.mutate({
      ...(endpoint ? { subscriptionId: endpoint } : {}),
      ...(event ? { event: event as NonNullable<Input['event']> } : {}),
      ...(what === 'both' || what === 'missing' ? {} : { status: what }),
      missing: what === 'missing',
      from: time('from'),
      to: time('to'),
      ratePerSecond: Number(form.get('rate')),
      dryRun: true,
    });
  }

  return (
    <form onSubmit={count} onChange={() => setCounted(undefined)}>
      <Select
        label={t('recoveries.what')}
        value={what}
        options={WHAT.map((each) => [each, t(`recovery.of.${each}`)] as const)}
        onChange={renew<string>((value) => setWhat(value as What))}
      />
      <Select
        label={t('deliveries.endpoint')}
        value={endpoint}
        options={[['', mustChoose ? t('recoveries.choose') : t('recoveries.allEndpoints')], ...urlOf]}
        onChange={renew(setEndpoint)}
      />
      <Select
        label={t('deliveries.event')}
        value={event}
        options={[['', t('common.all')], ...events.map((name) => [name, name] as const)]}
        onChange={renew(setEvent)}
      />
      <div className="pair">
        <DateField
          label={t('recoveries.from')}
          name="from"
          hasTime
          defaultValue={local(-DAY_MS)}
          required
          onChange={() => setCounted(undefined)}
        />
        <DateField
          label={t('recoveries.to')}
          name="to"
          hasTime
          defaultValue={local(60_000)}
          required
          onChange={() => setCounted(undefined)}
        />
      </div>
      <Field
        label={t('recoveries.rate')}
        name="rate"
        type="number"
        min={1}
        max={1000}
        defaultValue={50}
        required
      />
      <Problem error={create.error} />
      {counted && create.data && (
        <p className="note" role="status">
          {t('recoveries.counted', { count: create.data.matched })}
        </p>
      )}
      <div className="actions">
        {counted && create.data && create.data.matched > 0 ? (
          <Button
            look="primary"
            isBusy={create.isPending}
            onClick={() => create.mutate({ ...counted, dryRun: false })}
          >
            {t('recoveries.send', { count: create.data.matched })}
          </Button>
        ) : (
          <Button
            type="submit"
            look="primary"
            isBusy={create.isPending}
            disabled={what === 'missing' && !endpoint}
          >
            {t('recoveries.count')}
          </Button>
        )}
        <Button onClick={onDone}>{t('common.cancel')}</Button>
      </div>
    </form>
  );
}

/** The time from now, as a field of local time has it. */
function local(fromNowMs: number): string {
  return localTime(new Date(Date.now() + fromNowMs).toISOString());
}
