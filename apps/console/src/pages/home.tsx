import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { admin, setup } from '../api.ts';
import { useIntl } from '../i18n/index.tsx';
import { useMay } from '../session.tsx';
import { Card, Loaded, Page, Time } from '../ui/index.tsx';
import { StatusOf } from './status.tsx';

/** So many endpoints are asked for their health. */
const LOOKED_AT = 20;

export function Home() {
  const { t } = useIntl();
  const [orders, settings] = [useMay('orders:read'), useMay('settings:read')];
  return (
    <Page title={t('home.title')}>
      <div className="grid">
        {settings && <Deliveries />}
        {settings && <Endpoints />}
        {orders && <LatestOrders />}
        {settings && <SetUp />}
      </div>
    </Page>
  );
}

function Deliveries() {
  const { t, number } = useIntl();
  const counts = useQuery({
    queryKey: ['deliveries', 'counts'],
    queryFn: async () => {
      const [failed, exhausted] = await Promise.all(
        (['failed', 'exhausted'] as const).map((status) => admin.listDeliveries({ status, pageSize: 1 })),
      );
      return { failed, exhausted };
    },
    refetchInterval: 15_000,
  });
  return (
    <Card title={t('home.delivered')}>
      <Loaded query={counts}>
        {(found) => (
          <div className="stats">
            {(['failed', 'exhausted'] as const).map((status) => (
              <Link key={status} to="/webhooks/deliveries" search={{ status }} className="stat">
                <span className="big">
                  {number(found[status]?.total ?? 0)}
                  {found[status]?.isTotalCapped ? '+' : ''}
                </span>
                <span>{t(`home.${status}`)}</span>
              </Link>
            ))}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function Endpoints() {
  const { t } = useIntl();
  const list = useQuery({ queryKey: ['subscriptions'], queryFn: () => admin.listSubscriptions() });
  const looked = (list.data ?? []).slice(0, LOOKED_AT);
  const stats = useQueries({
    queries: looked.map(({ id }) => ({
      queryKey: ['subscriptions', id, 'stats'],
      queryFn: () => admin.getSubscriptionStats({ id }),
    })),
  });
  const unwell = looked.flatMap((subscription, index) => {
    const health = stats[index]?.data?.health;
    return health && health !== 'well' ? [{ ...subscription, health }] : [];
  });
  return (
    <Card title={t('home.endpoints')}>
      <Loaded query={list}>
        {(all) => {
          if (all.length === 0)
            return (
              <p className="quiet">
                {t('home.noEndpoints')} <Link to="/webhooks/subscriptions/new">{t('subscriptions.new')}</Link>
              </p>
            );
          if (stats.some(({ isPending }) => isPending)) return <p className="quiet">{t('common.loading')}</p>;
          if (unwell.length === 0) return <p>{t('home.endpointsWell')}</p>;
          return (
            <ul className="list">
              {unwell.map(({ id, url, health }) => (
                <li key={id} className="between">
                  <Link className="wrap" to="/webhooks/subscriptions/$id" params={{ id }}>
                    {url ?? t('subscription.pull')}
                  </Link>
                  <StatusOf health={health} />
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Card>
  );
}

function LatestOrders() {
  const { t, money } = useIntl();
  const list = useQuery({ queryKey: ['orders', 'latest'], queryFn: () => admin.listOrders({ pageSize: 6 }) });
  return (
    <Card title={t('home.latestOrders')}>
      <Loaded query={list}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="quiet">{t('home.noOrders')}</p>
          ) : (
            <ul className="list">
              {items.map(({ id, number, email, status, total, currency, createdAt }) => (
                <li key={id} className="between">
                  <div className="stack tight">
                    <Link to="/orders/$id" params={{ id }}>
                      {t('order.title', { number: String(number) })}
                    </Link>
                    <small className="wrap">
                      {email && `${email} · `}
                      <Time iso={createdAt} />
                    </small>
                  </div>
                  <div className="stack tight end">
                    <span className="nowrap">{money(total, currency)}</span>
                    <StatusOf order={status} />
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function SetUp() {
  const { t } = useIntl();
  const status = useQuery({ queryKey: ['setup'], queryFn: () => setup.getSetupStatus() });
  return (
    <Card title={t('home.setup')}>
      <Loaded query={status}>
        {({ steps }) => {
          const missing = steps.filter(({ done }) => !done);
          if (missing.length === 0) return <p>{t('home.setupDone')}</p>;
          return (
            <ul className="list">
              {missing.map(({ step, todo }) => (
                <li key={step} className="stack tight">
                  <strong>{t(`setup.${step}`)}</strong>
                  <small lang="en">{todo}</small>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Card>
  );
}
