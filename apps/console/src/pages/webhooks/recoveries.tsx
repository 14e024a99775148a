import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { webhookTexts } from '../../i18n/webhooks.ts';
import { useMay } from '../../session.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Badge, Button, Card, Page, Problem, Time } from '../../ui/index.tsx';
import { Empty, Paged } from '../../ui/list.tsx';
import { useSubscriptionNames } from './names.ts';
import { RecoveryForm } from './recovery-form.tsx';

const route = getRouteApi('/signed-in/webhooks/recoveries');

const PAGE_SIZE = 20;
const WATCH_MS = 1000;

type Recovery = Awaited<ReturnType<typeof admin.getRecovery>>;
type Move = 'pause' | 'resume' | 'cancel';

const TONES = { running: 'warn', paused: 'idle', cancelled: 'idle', completed: 'good' } as const;

/** Sends again what failed in a time range, or what a subscription missed. */
export function Recoveries() {
  const { t } = useIntl(webhookTexts);
  const { page = '1', subscriptionId } = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMay('webhooks:write', 'retry');
  const [isOpen, setOpen] = useState(subscriptionId !== undefined);
  const at = Number(page) || 1;
  const list = useQuery({
    queryKey: ['recoveries', at],
    queryFn: () => admin.listRecoveries({ page: at, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some((each) => each.state === 'running') ? WATCH_MS : false,
  });
  const urlOf = useSubscriptionNames();
  const client = useQueryClient();
  const move = useMutation({
    mutationFn: ({ id, to }: { id: string; to: Move }) =>
      ({ pause: admin.pauseRecovery, resume: admin.resumeRecovery, cancel: admin.cancelRecovery })[to]({
        id,
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['recoveries'] }),
  });

  const columns: readonly Column<Recovery>[] = [
    {
      title: t('recoveries.state'),
      kind: 'line',
      cell: (recovery) => (
        <div className="row">
          <Badge tone={TONES[recovery.state]}>{t(`recovery.${recovery.state}`)}</Badge>
          {recovery.dryRun && <Badge tone="idle">{t('recoveries.dryRun')}</Badge>}
        </div>
      ),
    },
    {
      title: t('recoveries.what'),
      cell: (recovery) => (
        <>
          {whatOf(recovery, t)}
          <small className="below">
            {recovery.subscriptionId
              ? (urlOf.get(recovery.subscriptionId) ?? '–')
              : t('recoveries.allEndpoints')}
          </small>
        </>
      ),
    },
    {
      title: t('recoveries.range'),
      kind: 'line',
      cell: (recovery) => <Range recovery={recovery} />,
    },
    {
      title: t('recoveries.progress'),
      kind: 'line',
      cell: (recovery) => <Progress recovery={recovery} />,
    },
    {
      title: t('subscription.created'),
      kind: 'line',
      cell: (recovery) => <Time iso={recovery.createdAt} />,
    },
    ...(mayChange
      ? ([
          {
            title: t('recoveries.actions'),
            kind: 'line',
            cell: (recovery) => (
              <Moves state={recovery.state} onMove={(to) => move.mutate({ id: recovery.id, to })} />
            ),
          },
        ] satisfies Column<Recovery>[])
      : []),
  ];
  return (
    <Page
      title={t('recoveries.title')}
      actions={
        mayChange && (
          <Button look="primary" onClick={() => setOpen(true)}>
            {t('recoveries.new')}
          </Button>
        )
      }
    >
      <Card>
        <p className="quiet">{t('recoveries.hint')}</p>
        <Problem error={move.error} />
        <Paged
          query={list}
          page={at}
          pageSize={PAGE_SIZE}
          onPage={(next) => navigate({ search: { page: next } })}
          empty={<Empty text={t('recoveries.empty')} />}
        >
          {(rows) => <DataTable label={t('recoveries.title')} columns={columns} rows={rows} />}
        </Paged>
      </Card>
      {isOpen && mayChange && (
        <Dialog title={t('recoveries.new')} onClose={() => setOpen(false)}>
          <RecoveryForm subscriptionId={subscriptionId} onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </Page>
  );
}

function whatOf(
  { missing, deliveryIds, statuses, event }: Recovery,
  t: ReturnType<typeof useIntl<keyof typeof webhookTexts.en>>['t'],
): string {
  const what = missing
    ? t('recoveries.missing')
    : deliveryIds
      ? t('recoveries.picked')
      : statuses.map((status) => t(`status.${status}`)).join(', ');
  return event ? `${what}, ${event}` : what;
}

function Range({ recovery: { from, to, deliveryIds } }: { recovery: Recovery }) {
  const { t, language } = useIntl(webhookTexts);
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  if (deliveryIds) return t('deliveries.count', { count: deliveryIds.length });
  return format.formatRange(new Date(from), new Date(to));
}

function Progress({ recovery: { sent, matched, dryRun } }: { recovery: Recovery }) {
  const { t, number } = useIntl(webhookTexts);
  if (dryRun) return t('recoveries.wouldSend', { count: matched });
  const text = t('recoveries.sentOf', { sent: number(sent), matched: number(matched) });
  return (
    <div className="stack tight">
      <span>{text}</span>
      <progress value={matched === 0 ? 1 : sent} max={Math.max(matched, 1)} aria-label={text} />
    </div>
  );
}

function Moves({ state, onMove }: { state: Recovery['state']; onMove(to: Move): void }) {
  const { t } = useIntl(webhookTexts);
  if (state !== 'running' && state !== 'paused') return <span className="quiet">–</span>;
  return (
    <div className="actions in-row">
      <Button onClick={() => onMove(state === 'running' ? 'pause' : 'resume')}>
        {t(state === 'running' ? 'recoveries.pause' : 'recoveries.resume')}
      </Button>
      <Button look="danger" onClick={() => onMove('cancel')}>
        {t('recoveries.cancel')}
      </Button>
    </div>
  );
}
