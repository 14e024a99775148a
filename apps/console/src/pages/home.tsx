import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { admin } from '../api.ts';
import { DAY_MS } from '../durations.ts';
import { homeTexts } from '../i18n/home.ts';
import { useIntl } from '../i18n/index.tsx';
import { Chart } from '../ui/chart.tsx';
import { Badge, Card, Loaded, Page, Time } from '../ui/index.tsx';
import { StatusOf } from './status.tsx';

type Home_ = Awaited<ReturnType<typeof admin.getHome>>;

const REFRESH_MS = 15_000;

/** Work that waits for an operator, and the figures of the last 30 days. */
export function Home() {
  const { t } = useIntl(homeTexts);
  const home = useQuery({ queryKey: ['home'], queryFn: () => admin.getHome(), refetchInterval: REFRESH_MS });
  return (
    <Page title={t('home.title')}>
      <Loaded query={home}>
        {({ sales, orders, webhooks, setup, unreadNotifications }) => (
          <>
            {setup && setup.missing.length > 0 && <SetUp missing={setup.missing} />}
            {orders && <ToDo orders={orders} />}
            <div className="halves">
              {sales && <Sales sales={sales} />}
              {webhooks && <Deliveries webhooks={webhooks} />}
              <div className="stack">
                {orders && orders.attention.length > 0 && <Attention orders={orders.attention} />}
                {webhooks && <Endpoints webhooks={webhooks} />}
                {unreadNotifications !== null && <Notices unread={unreadNotifications} />}
              </div>
              {orders && <LatestOrders orders={orders.latest} />}
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}

const MOST_SHOWN = 100;

/** The work that waits in the shop, each with a link to its list. */
function ToDo({ orders: { toShip, unpaid, openReturns } }: { orders: NonNullable<Home_['orders']> }) {
  const { t } = useIntl(homeTexts);
  const inWords = (count: number) => (count > MOST_SHOWN ? `${MOST_SHOWN}+` : String(count));
  return (
    <div className="tiles">
      <Link to="/orders" search={{ toShip: 'yes' }} className="tile">
        <span className="quiet">{t('home.toShip')}</span>
        <span className="big">{inWords(toShip)}</span>
      </Link>
      <Link to="/orders" search={{ status: 'pending', paymentStatus: 'unpaid' }} className="tile">
        <span className="quiet">{t('home.unpaid')}</span>
        <span className="big">{inWords(unpaid)}</span>
      </Link>
      <Link to="/returns" search={{ open: 'yes' }} className="tile">
        <span className="quiet">{t('home.openReturns')}</span>
        <span className="big">{inWords(openReturns)}</span>
      </Link>
    </div>
  );
}

function Sales({ sales }: { sales: NonNullable<Home_['sales']> }) {
  const { t, money, number } = useIntl(homeTexts);
  const days = useDays(sales.from, sales.to);
  const [main, ...others] = [...sales.totals].sort((a, b) => b.orders - a.orders);
  if (!main)
    return (
      <Card title={t('home.sales')}>
        <p className="quiet">{t('home.noSales')}</p>
      </Card>
    );
  const { currency } = main;
  const ofDay = new Map(sales.days.filter((day) => day.currency === currency).map((day) => [day.day, day]));
  const format = (amount: number) => money(amount, currency);
  return (
    <Card title={t('home.sales')}>
      <div className="stats">
        <Figure value={format(main.revenue)} name={t('home.revenue')} />
        <Figure value={number(main.orders)} name={t('home.orders', { count: main.orders })} />
        <Figure value={format(main.averageOrder)} name={t('home.average')} />
      </div>
      <Chart
        title={t('home.sales')}
        kind="bars"
        labels={days.map(({ label }) => label)}
        series={[
          {
            name: t('home.revenue'),
            tone: 'accent',
            values: days.map(({ day }) => ofDay.get(day)?.revenue ?? 0),
          },
        ]}
        format={format}
      />
      {main.refunds > 0 && <small>{t('home.refunds', { amount: format(main.refunds) })}</small>}
      {others.map((each) => (
        <small key={each.currency}>
          {t('home.alsoIn', { amount: money(each.revenue, each.currency), count: each.orders })}
        </small>
      ))}
    </Card>
  );
}

function Deliveries({ webhooks }: { webhooks: NonNullable<Home_['webhooks']> }) {
  const { t, number, locale } = useIntl(homeTexts);
  const day = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const { days, attempts } = webhooks;
  return (
    <Card
      title={t('home.deliveries')}
      actions={
        <Link to="/webhooks/statistics" search={{ range: 'month' }}>
          {t('nav.statistics')}
        </Link>
      }
    >
      <div className="stats">
        {(['failed', 'exhausted'] as const).map((status) => (
          <Link key={status} to="/webhooks/deliveries" search={{ status }} className="stat">
            <span className="big">{number(webhooks[status])}</span>
            <span>{t(`home.${status}`)}</span>
          </Link>
        ))}
        {attempts > 0 && (
          <Figure
            value={new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(
              webhooks.succeeded / attempts,
            )}
            name={t('home.rate')}
          />
        )}
      </div>
      {attempts > 0 && (
        <Chart
          title={t('home.deliveries')}
          kind="bars"
          labels={days.map(({ at }) => day.format(new Date(at)))}
          series={[
            { name: t('status.delivered'), tone: 'good', values: days.map(({ delivered }) => delivered) },
            { name: t('status.failed'), tone: 'warn', values: days.map(({ failed }) => failed) },
            { name: t('status.exhausted'), tone: 'bad', values: days.map(({ exhausted }) => exhausted) },
          ]}
          format={number}
        />
      )}
    </Card>
  );
}

function Endpoints({ webhooks: { subscriptions, unwell } }: { webhooks: NonNullable<Home_['webhooks']> }) {
  const { t } = useIntl(homeTexts);
  return (
    <Card title={t('home.endpoints')}>
      {subscriptions === 0 && (
        <p className="quiet">
          {t('home.noEndpoints')} <Link to="/webhooks/subscriptions/new">{t('subscriptions.new')}</Link>
        </p>
      )}
      {subscriptions > 0 && unwell.length === 0 && <p>{t('home.endpointsWell')}</p>}
      {unwell.length > 0 && (
        <ul className="list">
          {unwell.map(({ id, url, health, failingSince }) => (
            <li key={id} className="between">
              <div className="stack tight">
                <Link className="wrap" to="/webhooks/subscriptions/$id" params={{ id }}>
                  {url ?? t('subscription.pull')}
                </Link>
                {failingSince && (
                  <small>
                    {t('home.since')} <Time iso={failingSince} />
                  </small>
                )}
              </div>
              <StatusOf health={health} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

type Order = NonNullable<Home_['orders']>['latest'][number];

function Attention({ orders }: { orders: readonly Order[] }) {
  const { t } = useIntl(homeTexts);
  return (
    <Card
      title={t('home.attention')}
      actions={
        <Link to="/orders" search={{ attention: 'yes' }}>
          {t('home.allAttention')}
        </Link>
      }
    >
      <Orders of={orders} />
    </Card>
  );
}

function LatestOrders({ orders }: { orders: readonly Order[] }) {
  const { t } = useIntl(homeTexts);
  return (
    <Card title={t('home.latestOrders')}>
      {orders.length === 0 ? <p className="quiet">{t('home.noOrders')}</p> : <Orders of={orders} />}
    </Card>
  );
}

function Orders({ of }: { of: readonly Order[] }) {
  const { t, money } = useIntl(homeTexts);
  return (
    <ul className="list">
      {of.map(({ id, number, email, status, attention, total, currency, createdAt }) => (
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
            {attention ? <Badge tone="bad">{t('home.look')}</Badge> : <StatusOf order={status} />}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Notices({ unread }: { unread: number }) {
  const { t } = useIntl(homeTexts);
  return (
    <Card title={t('nav.notifications')}>
      <Link to="/notifications">{t('home.unread', { count: unread })}</Link>
    </Card>
  );
}

/** The page of each step; the deployment's operator does the other steps. */
const PLACES: Partial<Record<NonNullable<Home_['setup']>['missing'][number], string>> = {
  catalogue: '/catalogue/products/new',
  seller: '/settings/store',
  shipping: '/settings/shipping',
  tax: '/settings/tax',
  compliance: '/settings/compliance',
  webhooks: '/webhooks/subscriptions/new',
};

function SetUp({ missing }: { missing: NonNullable<Home_['setup']>['missing'] }) {
  const { t } = useIntl(homeTexts);
  return (
    <Card title={t('home.setup')}>
      <ul className="steps">
        {missing.map((step) => {
          const to = PLACES[step];
          return (
            <li key={step}>
              {to ? <Link to={to}>{t(`setup.${step}`)}</Link> : <strong>{t(`setup.${step}`)}</strong>}
              <small>{t(`setup.${step}.todo`)}</small>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function Figure({ value, name }: { value: string; name: string }) {
  return (
    <div className="stat">
      <span className="big">{value}</span>
      <span>{name}</span>
    </div>
  );
}

function useDays(from: string, to: string): { day: string; label: string }[] {
  const { locale } = useIntl();
  const format = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const days: { day: string; label: string }[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) {
    const time = new Date(at);
    days.push({ day: time.toISOString().slice(0, 10), label: format.format(time) });
  }
  return days;
}
