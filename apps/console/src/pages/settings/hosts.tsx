import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { SETTINGS_TEXTS } from '../../i18n/settings.ts';
import { useMay } from '../../session.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Badge, Button, Card, Copy, Facts, Field, Loaded, Problem, Time } from '../../ui/index.tsx';
import { Empty } from '../../ui/list.tsx';
import { Settings } from './frame.tsx';
import { replaceSettings, type StoreSettings, settingsQuery } from './settings-query.ts';

export function HostsPage() {
  const query = useQuery(settingsQuery);
  return (
    <Settings tab="hosts">
      <Loaded query={query}>{(settings) => <Hosts settings={settings} />}</Loaded>
    </Settings>
  );
}

function Hosts({ settings }: { settings: StoreSettings }) {
  const { t } = useIntl(SETTINGS_TEXTS);
  const mayChange = useMay('settings:write');
  const client = useQueryClient();
  const [removing, setRemoving] = useState<string>();
  const change = useMutation({
    mutationFn: (storeHosts: string[]) => replaceSettings(settings, { storeHosts }),
    onSuccess: () => setRemoving(undefined),
    onSettled: () => client.invalidateQueries({ queryKey: settingsQuery.queryKey }),
  });

  function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const host = String(new FormData(form).get('host')).trim();
    change.mutate([...settings.storeHosts, host], { onSuccess: () => form.reset() });
  }

  return (
    <>
      <Card title={t('hosts.title')}>
        <p className="quiet">{t('hosts.hint')}</p>
        {settings.hostProofs.length === 0 && <Empty text={t('hosts.none')} />}
        {mayChange && (
          <form className="filters" onSubmit={add}>
            <Field
              label={t('hosts.name')}
              name="host"
              placeholder="shop.example.com"
              pattern="[A-Za-z0-9]([A-Za-z0-9.\-]*[A-Za-z0-9])?"
              maxLength={253}
              required
            />
            <Button type="submit" isBusy={change.isPending && !removing}>
              {t('hosts.add')}
            </Button>
          </form>
        )}
        {!removing && <Problem error={change.error} />}
      </Card>
      {settings.hostProofs.map((proof) => (
        <Host key={proof.host} proof={proof} onRemove={() => setRemoving(proof.host)} />
      ))}
      {removing && (
        <Confirm
          title={t('hosts.removeTitle', { host: removing })}
          action={t('common.remove')}
          sending={change}
          onConfirm={() => change.mutate(settings.storeHosts.filter((host) => host !== removing))}
          onClose={() => {
            change.reset();
            setRemoving(undefined);
          }}
        >
          <p>{t('hosts.removeHint')}</p>
        </Confirm>
      )}
    </>
  );
}

function Host({ proof, onRemove }: { proof: StoreSettings['hostProofs'][number]; onRemove(): void }) {
  const { t, relative } = useIntl(SETTINGS_TEXTS);
  const mayChange = useMay('settings:write');
  const client = useQueryClient();
  const { host, status, record, checkedAt, missingSince } = proof;
  const verify = useMutation({
    mutationFn: () => admin.verifyStoreHost({ host }),
    onSettled: () => client.invalidateQueries({ queryKey: settingsQuery.queryKey }),
  });
  return (
    <Card
      title={host}
      actions={
        <div className="row">
          <Badge tone={status === 'proven' ? 'good' : 'warn'}>{t(`hosts.${status}`)}</Badge>
          {mayChange && (
            <Button look="danger" onClick={onRemove} aria-label={`${t('common.remove')}: ${host}`}>
              {t('common.remove')}
            </Button>
          )}
        </div>
      }
    >
      {proof.proof === 'assigned' ? (
        <p className="quiet">{t('hosts.assigned')}</p>
      ) : (
        <>
          {missingSince && (
            <p className="note warn">{t('hosts.missing', { since: relative(missingSince, Date.now()) })}</p>
          )}
          <h3>{t('hosts.record')}</h3>
          <Facts
            of={[
              [t('hosts.recordType'), record.type],
              [
                t('hosts.recordName'),
                <div key="name" className="row">
                  <code className="wrap">{record.name}</code>
                  <Copy text={record.name} />
                </div>,
              ],
              [
                t('hosts.recordValue'),
                <div key="value" className="row">
                  <code className="wrap">{record.value}</code>
                  <Copy text={record.value} />
                </div>,
              ],
              [t('hosts.checked'), checkedAt ? <Time key="at" iso={checkedAt} /> : t('hosts.never')],
            ]}
          />
          {mayChange && (
            <div>
              <Button onClick={() => verify.mutate()} isBusy={verify.isPending}>
                {t('hosts.verify')}
              </Button>
            </div>
          )}
          <Problem error={verify.error} />
        </>
      )}
    </Card>
  );
}
