import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { admin } from '../../api.ts';
import { useDraft } from '../../draft.ts';
import { FILTER_TEXTS } from '../../i18n/filters.ts';
import { type MessageKey, useIntl } from '../../i18n/index.tsx';
import { webhookTexts } from '../../i18n/webhooks.ts';
import { useMay, useMe } from '../../session.tsx';
import { Confirm, useDeletion } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DraftForm } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Button, Card, Facts, Loaded, Page, Problem, Select, Time } from '../../ui/index.tsx';
import { Metadata } from '../../ui/metadata.tsx';
import { HealthOf } from '../status.tsx';
import { Credentials } from './credentials.tsx';
import { FilterSummary } from './filter-summary.tsx';
import { firstListed, useEventNames } from './names.ts';
import { Secret } from './secret.tsx';
import { bodyOf, fieldsOf, SubscriptionInputs, useSubscriptionLabels } from './subscription-form.tsx';

const route = getRouteApi('/signed-in/webhooks/subscriptions/$id');

/** How long the old secret stays valid. */
const OVERLAPS_HOURS = [0, 24, 168] as const;

type Subscription = Awaited<ReturnType<typeof admin.getSubscription>>;

export function Subscription() {
  const { t } = useIntl();
  const { id } = route.useParams();
  const query = useQuery({ queryKey: ['subscriptions', id], queryFn: () => admin.getSubscription({ id }) });
  return (
    <Page
      title={query.data?.description ?? t('delivery.subscription')}
      actions={
        <>
          <Link className="button plain" to="/webhooks/deliveries" search={{ subscriptionId: id }}>
            {t('subscription.deliveries')}
          </Link>
          <Link className="button plain" to="/webhooks/statistics" search={{ subscriptionId: id }}>
            {t('nav.statistics')}
          </Link>
          <Link className="button plain" to="/webhooks/recoveries" search={{ subscriptionId: id }}>
            {t('nav.recoveries')}
          </Link>
        </>
      }
    >
      <Loaded query={query}>{(subscription) => <Found subscription={subscription} />}</Loaded>
    </Page>
  );
}

function Found({ subscription }: { subscription: Subscription }) {
  const { t } = useIntl(FILTER_TEXTS);
  const [isOperator, mayManage] = [useMay('webhooks:read'), useMay('webhooks:write')];
  const { id, kind, url, events, filter, payload, format, active, label, pausedReason } = subscription;
  const { apiVersion, apiVersionEndsAt } = subscription;
  return (
    <>
      <Card>
        <Facts
          of={[
            [t('subscriptions.url'), url ?? t('subscription.pull')],
            ...(url ? [[t('subscription.kind'), t(`subscription.kind.${kind}`)] as const] : []),
            [t('subscriptions.events'), events.join(', ')],
            ...(filter ? [[t('filter.title'), <FilterSummary key="filter" filter={filter} />] as const] : []),
            [t('subscription.payload'), t(`subscription.payload.${payload}`)],
            ...(payload === 'full' ? [[t('subscription.apiVersion'), apiVersion] as const] : []),
            [t('subscription.format'), t(`subscription.format.${format}`)],
            ...(label && isOperator ? [[t('subscription.label'), label] as const] : []),
            [t('subscription.created'), <Time key="at" iso={subscription.createdAt} />],
          ]}
        />
        {pausedReason && <p className="note warn">{t(`subscription.pausedBecause.${pausedReason}`)}</p>}
        {payload === 'full' && apiVersionEndsAt && (
          <p className="note warn">
            {t('subscription.apiVersionEnds')} <Time iso={apiVersionEndsAt} />
          </p>
        )}
        <Actions subscription={subscription} />
      </Card>
      <div className="cards">
        <Stats id={id} isActive={active} />
        <Gaps id={id} />
        {kind === 'push' && <Credentials subscription={subscription} />}
      </div>
      {isOperator && (
        <Metadata
          fields={subscription.metadata}
          mayChange={mayManage}
          queryKey={['subscriptions']}
          save={(metadata) =>
            admin.updateSubscription({ id, body: { metadata } }, { ifMatch: subscription.version })
          }
        />
      )}
    </>
  );
}

function Actions({ subscription }: { subscription: Subscription }) {
  const { t } = useIntl();
  const { id, url, events, active, version } = subscription;
  const mayTest = useMay('webhooks:write', 'test');
  const mayManage = useMay('webhooks:write', 'manage');
  const mayRotate = useMay('webhooks:write', 'rotate');
  const names = useEventNames();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'edit' | 'rotate'>();
  const onSuccess = () => client.invalidateQueries({ queryKey: ['subscriptions'] });

  const update = useMutation({
    mutationFn: () => admin.updateSubscription({ id, body: { active: !active } }, { ifMatch: version }),
    onSettled: onSuccess,
  });
  const test = useMutation({
    mutationFn: () => admin.testSubscription({ id, body: { event: firstListed(events, names) } }),
    onSuccess,
  });
  const [overlapHours, setOverlapHours] = useState<(typeof OVERLAPS_HOURS)[number]>(24);
  const rotate = useMutation({
    mutationFn: () => admin.rotateSubscriptionSecret({ id, body: { overlapHours } }),
    onSuccess,
  });
  const remove = useDeletion(
    async (_of: Subscription) => {
      await admin.deleteSubscription({ id }, { ifMatch: version });
      await navigate({ to: '/webhooks/subscriptions' });
    },
    ['subscriptions'],
  );
  const close = () => {
    setOpen(undefined);
    rotate.reset();
  };

  if (!mayTest && !mayManage && !mayRotate) return <p className="quiet">{t('common.readOnly')}</p>;
  return (
    <>
      <div className="actions">
        {mayTest && url && (
          <Button look="primary" onClick={() => test.mutate()} isBusy={test.isPending}>
            {t('subscription.test')}
          </Button>
        )}
        {mayManage && (
          <>
            <Button onClick={() => setOpen('edit')}>{t('subscription.edit')}</Button>
            <Button onClick={() => update.mutate()} isBusy={update.isPending}>
              {t(active ? 'subscription.pause' : 'subscription.resume')}
            </Button>
          </>
        )}
        {mayRotate && <Button onClick={() => setOpen('rotate')}>{t('subscription.rotate')}</Button>}
        {mayManage && (
          <Button look="danger" onClick={() => remove.ask(subscription)}>
            {t('subscription.delete')}
          </Button>
        )}
      </div>
      <Problem error={test.error ?? update.error} />
      {test.data && (
        <p className="note" role="status">
          {t('subscription.testSent', {
            outcome: t(`outcome.${test.data.attempt?.outcome ?? 'open'}` satisfies MessageKey),
          })}{' '}
          <Link to="/webhooks/deliveries/$id" params={{ id: test.data.delivery.id }}>
            {t('subscription.openDelivery')}
          </Link>
        </p>
      )}
      {open === 'edit' && <Edit subscription={subscription} onClose={close} />}
      {open === 'rotate' && rotate.data && (
        <Dialog title={t('subscription.rotate')}>
          <Secret secret={rotate.data.secret ?? ''} onKept={close} />
        </Dialog>
      )}
      {open === 'rotate' && !rotate.data && (
        <FormDialog
          title={t('subscription.rotate')}
          submit={t('subscription.rotate')}
          sending={rotate}
          onSubmit={() => rotate.mutate()}
          onClose={close}
        >
          <Select
            label={t('subscription.overlap')}
            value={String(overlapHours)}
            options={OVERLAPS_HOURS.map((each) => [String(each), t(`subscription.overlap.${each}`)] as const)}
            onChange={(value) => setOverlapHours(OVERLAPS_HOURS.find((each) => String(each) === value) ?? 24)}
          />
          <p className="quiet">{t('subscription.rotateHint')}</p>
        </FormDialog>
      )}
      {remove.of && (
        <Confirm title={t('subscription.deleteTitle')} action={t('subscription.delete')} {...remove.dialog}>
          <p>{t('subscription.deleteHint', { url: url ?? t('subscription.pull') })}</p>
        </Confirm>
      )}
    </>
  );
}

function Edit({ subscription, onClose }: { subscription: Subscription; onClose(): void }) {
  const { t } = useIntl();
  const { id } = subscription;
  const isPortal = useMe().portal !== null;
  const client = useQueryClient();
  const draft = useDraft({
    saved: subscription,
    fieldsOf,
    save: ({ whole, version }) =>
      admin.updateSubscription({ id, body: bodyOf(whole, isPortal) }, { ifMatch: version }),
    reload: () => admin.getSubscription({ id }),
    onSaved: () => {
      onClose();
      return client.invalidateQueries({ queryKey: ['subscriptions'] });
    },
  });
  const { fields, set, base, error } = draft;
  const invalid = fields.events.length === 0 ? t('subscription.pick') : undefined;
  return (
    <Dialog title={t('subscription.edit')} onClose={onClose}>
      <DraftForm draft={draft} mayChange invalid={invalid} labels={useSubscriptionLabels()}>
        <SubscriptionInputs
          fields={fields}
          set={set}
          chosen={base.events}
          error={error}
          isChecked={false}
          id={id}
        />
      </DraftForm>
      <div className="actions">
        <Button onClick={onClose}>{t('common.close')}</Button>
      </div>
    </Dialog>
  );
}

function Stats({ id, isActive }: { id: string; isActive: boolean }) {
  const { t, language } = useIntl();
  const query = useQuery({
    queryKey: ['subscriptions', id, 'stats', isActive],
    queryFn: () => admin.getSubscriptionStats({ id }),
    refetchInterval: 10_000,
  });
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <Card title={t('subscriptions.health')}>
      <Loaded query={query}>
        {({ failingSince, lastHour, lastDay, ...stats }) => (
          <>
            <div>
              <HealthOf of={stats} />
            </div>
            {failingSince && (
              <p className="bad-text">
                {t('subscription.failingSince', { time: new Date(failingSince).toLocaleString(language) })}
              </p>
            )}
            <Facts
              of={(
                [
                  ['lastHour', lastHour],
                  ['lastDay', lastDay],
                ] as const
              ).map(([name, window]) => [
                t(`subscription.${name}`),
                <div key={name} className="stack tight">
                  <span>{t('subscription.attempts', { count: window.attempts })}</span>
                  {window.successRate !== null && (
                    <span>{t('subscription.success', { rate: percent.format(window.successRate) })}</span>
                  )}
                  {window.p50Ms !== null && (
                    <small>{t('subscription.latency', { p50: window.p50Ms, p95: window.p95Ms ?? 0 })}</small>
                  )}
                </div>,
              ])}
            />
          </>
        )}
      </Loaded>
    </Card>
  );
}

function Gaps({ id }: { id: string }) {
  const { t, number } = useIntl(webhookTexts);
  // The portal has no page for them.
  const mayOpen = useMay('webhooks:read');
  const query = useQuery({
    queryKey: ['subscriptions', id, 'gaps'],
    queryFn: () => admin.listSubscriptionGaps({ id, pageSize: 1 }),
    refetchInterval: 10_000,
  });
  return (
    <Card title={t('subscription.gaps')}>
      <Loaded query={query}>
        {({ total, lastSequence }) =>
          total === 0 ? (
            <p>{t('subscription.noGaps', { last: number(lastSequence) })}</p>
          ) : (
            <p>
              {t('gaps.count', { count: total, last: number(lastSequence) })}{' '}
              {mayOpen && (
                <Link to="/webhooks/gaps" search={{ subscriptionId: id }}>
                  {t('gaps.show')}
                </Link>
              )}
            </p>
          )
        }
      </Loaded>
    </Card>
  );
}
