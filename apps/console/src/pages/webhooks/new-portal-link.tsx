import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { PORTAL_TEXTS } from '../../i18n/portal.ts';
import { ShownOnce } from '../../ui/confirm.tsx';
import { Choices } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Field, Select } from '../../ui/index.tsx';
import { useSubscriptions } from './names.ts';

type Input = Parameters<typeof admin.createPortalSession>[0]['body'];
type Capability = Input['capabilities'][number];

const CAPABILITIES: readonly Capability[] = ['view', 'test', 'retry', 'manage', 'rotate', 'catalogue'];
const LIFETIMES = { hour: 3600, day: 86_400, week: 604_800 } as const;

type Lifetime = keyof typeof LIFETIMES;

export function NewPortalLink({ onClose }: { onClose(): void }) {
  const { t } = useIntl(PORTAL_TEXTS);
  const client = useQueryClient();
  const labels = useId();
  const list = useSubscriptions();
  const subscriptions = list.data ?? [];
  const [isByLabel, setByLabel] = useState(true);
  const [subscriptionIds, setSubscriptionIds] = useState<readonly string[]>([]);
  const [capabilities, setCapabilities] = useState<readonly Capability[]>(['view', 'test', 'retry']);
  const [lifetime, setLifetime] = useState<Lifetime>('hour');
  const [isChecked, setChecked] = useState(false);
  const create = useMutation({
    mutationFn: (body: Input) => admin.createPortalSession({ body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['portal-sessions'] }),
  });

  function submit(given: (name: string) => string) {
    setChecked(true);
    if (capabilities.length === 0 || (!isByLabel && subscriptionIds.length === 0)) return;
    create.mutate({
      ...(isByLabel ? { label: given('label') } : { subscriptionIds: [...subscriptionIds] }),
      capabilities: [...capabilities],
      expiresInSeconds: LIFETIMES[lifetime],
    });
  }

  if (create.data)
    return (
      <ShownOnce
        title={t('links.shownOnce')}
        hint={t('links.shownHint')}
        secret={create.data.url ?? ''}
        kept={t('links.kept')}
        onKept={onClose}
      />
    );
  return (
    <FormDialog
      title={t('links.new')}
      submit={t('links.create')}
      sending={{ ...create, error: create.error ?? list.error }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        label={t('links.what')}
        value={isByLabel ? 'label' : 'endpoints'}
        options={[
          ['label', t('links.byLabel')],
          ['endpoints', t('links.byEndpoint')],
        ]}
        onChange={(value) => setByLabel(value === 'label')}
      />
      {isByLabel ? (
        <>
          <Field
            label={t('links.label')}
            hint={t('links.labelHint')}
            name="label"
            list={labels}
            maxLength={255}
            required
          />
          <datalist id={labels}>
            {[...new Set(subscriptions.map(({ label }) => label))].map(
              (label) => label && <option key={label} value={label} />,
            )}
          </datalist>
        </>
      ) : (
        <Choices
          legend={t('links.endpoints')}
          of={subscriptions.map(({ id, url, description }) => [id, description ?? url ?? id] as const)}
          chosen={subscriptionIds}
          onChange={setSubscriptionIds}
          missing={isChecked ? t('links.pickEndpoint') : undefined}
        >
          {list.data?.length === 0 && <p className="quiet">{t('links.noEndpoints')}</p>}
        </Choices>
      )}
      <Choices
        legend={t('links.capabilities')}
        of={CAPABILITIES.map((each) => [each, t(`capability.${each}`)] as const)}
        chosen={capabilities}
        onChange={setCapabilities}
        missing={isChecked ? t('links.pick') : undefined}
      />
      <Select
        label={t('links.lasts')}
        value={lifetime}
        options={(Object.keys(LIFETIMES) as Lifetime[]).map((each) => [each, t(`links.${each}`)] as const)}
        onChange={(value) => setLifetime(value as Lifetime)}
      />
    </FormDialog>
  );
}
