import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { admin } from '../../api.ts';
import { ERRORS, useErrorNames } from '../../i18n/errors.ts';
import { useIntl } from '../../i18n/index.tsx';
import { webhookTexts } from '../../i18n/webhooks.ts';
import { useMay } from '../../session.tsx';
import { type Column, DataTable, type Selection } from '../../ui/data-table.tsx';
import { Filters } from '../../ui/filters.tsx';
import { Badge, Button, Card, Check, Field, Page, Problem, Select, Time } from '../../ui/index.tsx';
import { toast } from '../../ui/toast.tsx';
import { DELIVERY_STATUSES, StatusOf } from '../status.tsx';
import { useEventNames, useSubscriptionNames } from './names.ts';
import { useTail } from './tail.ts';

const route = getRouteApi('/signed-in/webhooks/deliveries');

const PAGE_SIZE = 50;

/** The most deliveries that one request retries. */
const MOST_PICKED = 500;

/** How often a live log checks for new entries. */
const LIVE_MS = 5000;

type Query = NonNullable<Parameters<typeof admin.listDeliveries>[0]>;
type Delivery = Awaited<ReturnType<typeof admin.listDeliveries>>['items'][number];

export function Deliveries() {
  const { t, number } = useIntl(webhookTexts);
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMay('webhooks:write');
  const [isLive, setLive] = useState(false);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const { responseCode, ...others } = filters;
  const query = { ...others, ...(responseCode ? { responseCode: Number(responseCode) } : {}) } as Query;
  const log = useInfiniteQuery({
    queryKey: ['deliveries', filters],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      admin.listDeliveries({ ...query, pageSize: PAGE_SIZE, ...(pageParam ? { cursor: pageParam } : {}) }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? LIVE_MS : false,
  });
  const first = log.data?.pages[0];
  const rows = log.data?.pages.flatMap(({ items }) => items) ?? [];
  const fresh = useTail({
    query,
    from: isLive && !log.isPlaceholderData ? first?.tailCursor : undefined,
    shown: rows.map(({ id }) => id),
    onNew: () => log.refetch(),
  });
  const change = (next: Partial<Record<keyof typeof filters, string>>) => {
    setPicked(new Set());
    navigate({
      search: (before) =>
        Object.fromEntries(Object.entries({ ...before, ...next }).filter(([, value]) => value)),
      replace: true,
    });
  };
  // A selected delivery may have been delivered meanwhile.
  const chosen = rows.filter((row) => picked.has(row.id) && isOpen(row)).map(({ id }) => id);
  const selection: Selection<Delivery> = {
    picked,
    onPick: setPicked,
    mayPick: isOpen,
    most: MOST_PICKED,
    nameOf: ({ event, id }) => `${event} ${id}`,
    actions: <Retry chosen={chosen} onDone={() => setPicked(new Set())} />,
  };
  const columns = useColumns();

  return (
    <Page
      title={t('deliveries.title')}
      actions={
        <>
          {first && (
            <span className="quiet">
              {first.isTotalCapped
                ? t('deliveries.countCapped', { count: number(first.total) })
                : t('deliveries.count', { count: first.total })}
            </span>
          )}
          <Check
            label={<span title={t('deliveries.liveHint')}>{t('deliveries.live')}</span>}
            checked={isLive}
            onChange={setLive}
          />
        </>
      }
    >
      <Card>
        <Choice of={filters} onChange={change} />
        {log.error && <Problem error={log.error} onRetry={() => log.refetch()} />}
        {log.isPending && <p className="quiet">{t('common.loading')}</p>}
        {first && rows.length === 0 && <p className="quiet">{t('deliveries.empty')}</p>}
        {rows.length > 0 && (
          <DataTable
            label={t('deliveries.title')}
            columns={columns}
            rows={rows}
            selection={mayChange ? selection : undefined}
            isFresh={({ id }) => fresh.has(id)}
          />
        )}
        {log.hasNextPage && (
          <div>
            <Button onClick={() => log.fetchNextPage()} isBusy={log.isFetchingNextPage}>
              {t('common.older')}
            </Button>
          </div>
        )}
      </Card>
    </Page>
  );
}

function isOpen({ status }: Delivery): boolean {
  return status === 'failed' || status === 'exhausted';
}

type Search = ReturnType<typeof route.useSearch>;

/** In the address, so that a link to the filtered list can be sent to a colleague. */
function Choice({
  of,
  onChange,
}: {
  of: Search;
  onChange(next: Partial<Record<keyof Search, string>>): void;
}) {
  const { t } = useIntl(webhookTexts);
  const urlOf = useSubscriptionNames();
  const events = useEventNames();
  const nameOf = useErrorNames();
  const named = ERRORS.some((error) => error === of.error) || !of.error ? ERRORS : [of.error, ...ERRORS];

  function respond(submit: FormEvent<HTMLFormElement>) {
    submit.preventDefault();
    onChange({ responseCode: String(new FormData(submit.currentTarget).get('responseCode')) });
  }

  return (
    <Filters>
      <Select
        label={t('deliveries.status')}
        value={of.status ?? ''}
        options={[
          ['', t('common.all')],
          ...DELIVERY_STATUSES.map((each) => [each, t(`status.${each}`)] as const),
        ]}
        onChange={(status) => onChange({ status })}
      />
      <Select
        label={t('deliveries.event')}
        value={of.event ?? ''}
        options={[['', t('common.all')], ...events.map((name) => [name, name] as const)]}
        onChange={(event) => onChange({ event })}
      />
      <Select
        label={t('deliveries.endpoint')}
        value={of.subscriptionId ?? ''}
        options={[['', t('common.all')], ...urlOf]}
        onChange={(subscriptionId) => onChange({ subscriptionId })}
      />
      <Select
        label={t('log.error')}
        value={of.error ?? ''}
        options={[['', t('common.all')], ...named.map((error) => [error, nameOf(error)] as const)]}
        onChange={(error) => onChange({ error })}
      />
      <form className="field narrow" onSubmit={respond}>
        <Field
          key={of.responseCode ?? ''}
          label={t('log.response')}
          name="responseCode"
          type="number"
          min={100}
          max={599}
          placeholder="503"
          defaultValue={of.responseCode}
          onBlur={(event) => {
            if (event.target.validity.valid && event.target.value !== (of.responseCode ?? ''))
              onChange({ responseCode: event.target.value });
          }}
        />
      </form>
      {(['resourceId', 'eventId'] as const).map(
        (name) =>
          of[name] && (
            <Button key={name} onClick={() => onChange({ [name]: '' })}>
              {t(`log.${name}`, { id: of[name].slice(0, 8) })} <span aria-hidden="true">×</span>
            </Button>
          ),
      )}
    </Filters>
  );
}

function Retry({ chosen, onDone }: { chosen: readonly string[]; onDone(): void }) {
  const { t } = useIntl(webhookTexts);
  const client = useQueryClient();
  const navigate = route.useNavigate();
  const retry = useMutation({
    mutationFn: () =>
      admin.createRecovery({
        body: { deliveryIds: [...chosen], dryRun: false, missing: false, ratePerSecond: 50 },
      }),
    onSuccess: ({ matched }) => {
      onDone();
      toast(t('log.retried', { count: matched }), {
        text: t('nav.recoveries'),
        run: () => navigate({ to: '/webhooks/recoveries' }),
      });
      return client.invalidateQueries({ queryKey: ['deliveries'] });
    },
  });
  return (
    <>
      <Button
        data-key="r"
        onClick={() => retry.mutate()}
        isBusy={retry.isPending}
        disabled={chosen.length === 0}
      >
        {t('log.retry', { count: chosen.length })}
      </Button>
      <Problem error={retry.error} />
    </>
  );
}

function useColumns(): readonly Column<Delivery>[] {
  const { t, number } = useIntl(webhookTexts);
  const urlOf = useSubscriptionNames();
  const nameOf = useErrorNames();
  return [
    { title: t('deliveries.status'), kind: 'line', cell: ({ status }) => <StatusOf delivery={status} /> },
    {
      title: t('deliveries.event'),
      kind: 'line',
      cell: ({ id, event, isTest }) => (
        <>
          <Link to="/webhooks/deliveries/$id" params={{ id }}>
            {event}
          </Link>{' '}
          {isTest && <Badge tone="idle">{t('deliveries.test')}</Badge>}
        </>
      ),
    },
    { title: t('deliveries.endpoint'), cell: ({ subscriptionId }) => urlOf.get(subscriptionId) ?? '–' },
    { title: t('deliveries.created'), kind: 'line', cell: ({ createdAt }) => <Time iso={createdAt} /> },
    { title: t('deliveries.attempts'), kind: 'figure', cell: ({ attempts }) => number(attempts) },
    {
      title: t('deliveries.response'),
      cell: ({ responseCode, lastError }) => responseCode ?? (lastError ? nameOf(lastError) : '–'),
    },
    {
      title: t('deliveries.next'),
      kind: 'line',
      cell: ({ nextRetryAt, waitsFor }) => (
        <>
          {nextRetryAt ? <Time iso={nextRetryAt} isDue /> : '–'}
          {waitsFor && waitsFor !== 'retry' && (
            <small className="below">{t(`delivery.waitsFor.${waitsFor}`)}</small>
          )}
        </>
      ),
    },
  ];
}
