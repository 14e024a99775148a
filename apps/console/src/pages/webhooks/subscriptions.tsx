import type { AdminClient } from '@service/client-js';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { useMay } from '../../session.tsx';
import { Card, Field, Loaded, Page, Table, Time } from '../../ui/index.tsx';
import { Empty } from '../../ui/list.tsx';
import { HealthOf } from '../status.tsx';
import { useSubscriptions } from './names.ts';
import { SourceAddresses } from './source-addresses.tsx';

type Subscription = Awaited<ReturnType<AdminClient['listSubscriptions']>>[number];

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

/** All of a store come at once, so they are searched here. */
function Subscribed({ all }: { all: readonly Subscription[] }) {
  const { t } = useIntl();
  const [q, setQ] = useState('');
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
        <Table
          label={t('subscriptions.title')}
          head={[
            t('subscriptions.health'),
            t('subscriptions.url'),
            t('subscriptions.lastHour'),
            t('subscriptions.lastAttempt'),
            t('subscriptions.events'),
          ]}
        >
          {found.map((each) => (
            <Row key={each.id} of={each} />
          ))}
        </Table>
      )}
    </>
  );
}

function Row({ of: { id, url, description, events } }: { of: Subscription }) {
  const { t, language, number } = useIntl();
  const { data } = useQuery({
    queryKey: ['subscriptions', id, 'stats'],
    queryFn: () => admin.getSubscriptionStats({ id }),
  });
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const rate = data?.lastHour.successRate ?? null;
  return (
    <tr>
      <td>{data ? <HealthOf of={data} /> : <span className="quiet">{t('health.unknown')}</span>}</td>
      <td className="wrap">
        <Link to="/webhooks/subscriptions/$id" params={{ id }}>
          {url ?? t('subscription.pull')}
        </Link>
        {description && (
          <>
            <br />
            <small>{description}</small>
          </>
        )}
      </td>
      <td className="nowrap">
        {data && rate !== null
          ? t('subscriptions.rate', { rate: percent.format(rate), count: number(data.lastHour.attempts) })
          : '–'}
      </td>
      <td className="nowrap">{data?.lastAttemptAt ? <Time iso={data.lastAttemptAt} /> : '–'}</td>
      <td className="nowrap" title={events.join(', ')}>
        {t('subscriptions.eventCount', { count: events.length })}
      </td>
    </tr>
  );
}
