import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { admin } from '../api.ts';
import { useIntl } from '../i18n/index.tsx';
import { useMay } from '../session.tsx';
import { Badge, Button, Card, Check, Page, Problem, Select, Table, Time } from '../ui/index.tsx';
import { DELIVERY_STATUSES, StatusOf } from './status.tsx';

const route = getRouteApi('/signed-in/webhooks/deliveries');

const PAGE_SIZE = 50;
const LIVE_MS = 2000;

type Query = NonNullable<Parameters<typeof admin.listDeliveries>[0]>;

export function Deliveries() {
  const { t, number } = useIntl();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const [isLive, setLive] = useState(false);
  const subscriptions = useQuery({ queryKey: ['subscriptions'], queryFn: () => admin.listSubscriptions() });
  const catalogue = useQuery({
    queryKey: ['events'],
    queryFn: () => admin.listWebhookEvents(),
    staleTime: Infinity,
    enabled: useMay('webhooks:read', 'catalogue'),
  });
  const log = useInfiniteQuery({
    queryKey: ['deliveries', filters],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      admin.listDeliveries({
        ...(filters as Query),
        pageSize: PAGE_SIZE,
        ...(pageParam ? { cursor: pageParam } : {}),
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? LIVE_MS : false,
  });

  const change = (name: keyof typeof filters) => (value: string) =>
    navigate({ search: (before) => ({ ...before, [name]: value || undefined }), replace: true });
  const urlOf = new Map(subscriptions.data?.map(({ id, url }) => [id, url ?? t('subscription.pull')]));
  const rows = log.data?.pages.flatMap(({ items }) => items) ?? [];
  const first = log.data?.pages[0];

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
        <search className="filters">
          <Select
            label={t('deliveries.status')}
            value={filters.status ?? ''}
            options={[
              ['', t('common.all')],
              ...DELIVERY_STATUSES.map((each) => [each, t(`status.${each}`)] as const),
            ]}
            onChange={change('status')}
          />
          <Select
            label={t('deliveries.event')}
            value={filters.event ?? ''}
            options={[
              ['', t('common.all')],
              ...(catalogue.data?.items ?? []).map(({ name }) => [name, name] as const),
            ]}
            onChange={change('event')}
          />
          <Select
            label={t('deliveries.endpoint')}
            value={filters.subscriptionId ?? ''}
            options={[
              ['', t('common.all')],
              ...(subscriptions.data ?? []).map(
                ({ id, url }) => [id, url ?? t('subscription.pull')] as const,
              ),
            ]}
            onChange={change('subscriptionId')}
          />
          {Object.keys(filters).length > 0 && (
            <Button onClick={() => navigate({ search: {}, replace: true })}>
              {t('common.clearFilters')}
            </Button>
          )}
        </search>
        {log.error && <Problem error={log.error} onRetry={() => log.refetch()} />}
        {log.isPending && <p className="quiet">{t('common.loading')}</p>}
        {first && rows.length === 0 && <p className="quiet">{t('deliveries.empty')}</p>}
        {rows.length > 0 && (
          <Table
            label={t('deliveries.title')}
            head={[
              t('deliveries.status'),
              t('deliveries.event'),
              t('deliveries.endpoint'),
              t('deliveries.created'),
              t('deliveries.attempts'),
              t('deliveries.response'),
              t('deliveries.next'),
            ]}
          >
            {rows.map((row) => (
              <tr key={row.id}>
                <td>
                  <StatusOf delivery={row.status} />
                </td>
                <td className="nowrap">
                  <Link to="/webhooks/deliveries/$id" params={{ id: row.id }}>
                    {row.event}
                  </Link>{' '}
                  {row.isTest && <Badge tone="idle">{t('deliveries.test')}</Badge>}
                </td>
                <td className="wrap url">{shortened(urlOf.get(row.subscriptionId))}</td>
                <td className="nowrap">
                  <Time iso={row.createdAt} />
                </td>
                <td>{row.attempts}</td>
                <td className="wrap">{row.responseCode ?? row.lastError ?? '–'}</td>
                <td className="nowrap">{row.nextRetryAt ? <Time iso={row.nextRetryAt} /> : '–'}</td>
              </tr>
            ))}
          </Table>
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

function shortened(url = '–'): string {
  return url.replace(/^https:\/\//, '');
}
