import type { AdminClient } from '@service/client-js';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { useMay } from '../../session.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Card, Field, Loaded, Page, Time } from '../../ui/index.tsx';
import { Empty } from '../../ui/list.tsx';
import { HealthOf } from '../status.tsx';
import { useSubscriptions } from './names.ts';
import { SourceAddresses } from './source-addresses.tsx';

type Subscription = Awaited<ReturnType<AdminClient['listSubscriptions']>>[number];
type Stats = Awaited<ReturnType<AdminClient['getSubscriptionStats']>>;

export function Subscriptions() {
  const { t } = useIntl();
  const mayChange = useMay('webhooks:write', 'manage');
  const list = useSubscriptions();
  const add = mayChange && (
    <Link className="button primary" to="/webhooks/subscriptions/new">
      {t('subscriptions.new')}
    </Link>
  );
  return (
    <Page title={t('subscriptions.title')} actions={add}>
      <Card>
        <Loaded query={list}>
          {(all) =>
            all.length === 0 ? <Empty text={t('subscriptions.empty')}>{add}</Empty> : <Subscribed all={all} />
          }
        </Loaded>
      </Card>
      <SourceAddresses />
    </Page>
  );
}

/** All of a store's are loaded at once, so they are searched here. */
function Subscribed({ all }: { all: readonly Subscription[] }) {
  const { t } = useIntl();
  const [q, setQ] = useState('');
  const columns = useColumns(all);
  const words = q.trim().toLowerCase();
  const found = all.filter(({ url, description }) =>
    `${url ?? ''} ${description ?? ''}`.toLowerCase().includes(words),
  );
  return (
    <>
      <search className="filters">
        <Field
          label={t('subscriptions.search')}
          type="search"
          value={q}
          onChange={(event) => setQ(event.target.value)}
        />
      </search>
      {found.length === 0 ? (
        <Empty text={t('subscriptions.noMatch')} />
      ) : (
        <DataTable label={t('subscriptions.title')} columns={columns} rows={found} />
      )}
    </>
  );
}

/** One request for each endpoint: a store has few. */
function useStats(all: readonly Subscription[]): ReadonlyMap<string, Stats> {
  const results = useQueries({
    queries: all.map(({ id }) => ({
      queryKey: ['subscriptions', id, 'stats'],
      queryFn: () => admin.getSubscriptionStats({ id }),
    })),
  });
  return new Map(all.flatMap(({ id }, at) => (results[at]?.data ? [[id, results[at].data] as const] : [])));
}

function useColumns(all: readonly Subscription[]): readonly Column<Subscription>[] {
  const { t, language, number } = useIntl();
  const stats = useStats(all);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const nameOf = ({ url, description }: Subscription) => description || url || t('subscription.pull');
  return [
    {
      title: t('deliveries.endpoint'),
      sortBy: nameOf,
      cell: (each) => (
        <>
          <Link to="/webhooks/subscriptions/$id" params={{ id: each.id }}>
            {nameOf(each)}
          </Link>
          {each.description && each.url && <small className="below">{each.url}</small>}
        </>
      ),
    },
    {
      title: t('subscriptions.health'),
      kind: 'line',
      sortBy: ({ id }) => stats.get(id)?.health ?? '',
      cell: ({ id }) => {
        const of = stats.get(id);
        return of ? <HealthOf of={of} /> : <span className="quiet">{t('health.unknown')}</span>;
      },
    },
    {
      title: t('subscriptions.lastHour'),
      kind: 'figure',
      sortBy: ({ id }) => stats.get(id)?.lastHour.successRate ?? -1,
      cell: ({ id }) => {
        const { successRate: rate = null, attempts = 0 } = stats.get(id)?.lastHour ?? {};
        return rate === null
          ? '–'
          : t('subscriptions.rate', { rate: percent.format(rate), count: number(attempts) });
      },
    },
    {
      title: t('subscriptions.lastAttempt'),
      kind: 'line',
      sortBy: ({ id }) => stats.get(id)?.lastAttemptAt ?? '',
      cell: ({ id }) => {
        const at = stats.get(id)?.lastAttemptAt;
        return at ? <Time iso={at} /> : '–';
      },
    },
    {
      title: t('subscriptions.events'),
      kind: 'figure',
      sortBy: ({ events }) => events.length,
      cell: ({ events }) => (
        <span title={events.join(', ')}>{t('subscriptions.eventCount', { count: events.length })}</span>
      ),
    },
  ];
}
