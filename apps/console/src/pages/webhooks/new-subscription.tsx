import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { useMe } from '../../session.tsx';
import { Button, Card, Check, Page, Problem } from '../../ui/index.tsx';
import { NO_QUEUE } from './queue-fields.tsx';
import { Secret } from './secret.tsx';
import { bodyOf, type SubscriptionFields, SubscriptionInputs } from './subscription-form.tsx';

const EMPTY: SubscriptionFields = {
  kind: 'push',
  url: '',
  description: '',
  label: '',
  events: [],
  filter: '',
  payload: 'thin',
  format: 'envelope',
  locale: '',
  ordered: false,
  autoPause: false,
  honourRetryAfter: false,
  maxPerSecond: '',
  ...NO_QUEUE,
};

export function NewSubscription() {
  const { t } = useIntl();
  const isPortal = useMe().portal !== null;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [fields, setFields] = useState(EMPTY);
  const set = (next: Partial<SubscriptionFields>) => setFields((before) => ({ ...before, ...next }));
  const [isPaused, setPaused] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const create = useMutation({
    mutationFn: () => admin.createSubscription({ body: { ...bodyOf(fields, isPortal), active: !isPaused } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['subscriptions'] }),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (fields.events.length > 0) create.mutate();
  }

  if (create.data)
    return (
      <Page title={t('subscription.secretTitle')}>
        <Card>
          <Secret
            secret={create.data.secret ?? ''}
            onKept={() => navigate({ to: '/webhooks/subscriptions/$id', params: { id: create.data.id } })}
          />
        </Card>
      </Page>
    );
  return (
    <Page title={t('subscriptions.new')}>
      <Card>
        <form className="stack wide" onSubmit={submit}>
          <SubscriptionInputs fields={fields} set={set} error={create.error} isChecked={isChecked} />
          <Check label={t('subscription.paused')} checked={isPaused} onChange={setPaused} />
          <Problem error={create.error} />
          <div className="actions">
            <Button type="submit" look="primary" isBusy={create.isPending}>
              {t('subscription.create')}
            </Button>
          </div>
        </form>
      </Card>
    </Page>
  );
}
