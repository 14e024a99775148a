import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { admin } from '../../api.ts';
import { DAY_MS, HOUR_MS } from '../../durations.ts';
import { useErrorNames } from '../../i18n/errors.ts';
import { useIntl } from '../../i18n/index.tsx';
import { webhookTexts } from '../../i18n/webhooks.ts';
import { Chart } from '../../ui/chart.tsx';
import { Button, Card, Loaded, Page, Select, Table } from '../../ui/index.tsx';
import { useEventNames, useSubscriptionNames } from './names.ts';

const route = getRouteApi('/signed-in/webhooks/statistics');

const REFRESH_MS = 15_000;

const RANGES = {
  hour: { interval: 'minute', ms: HOUR_MS },
  sixHours: { interval: 'minute', ms: 6 * HOUR_MS },
  day: { interval: 'hour', ms: DAY_MS },
  fortnight: { interval: 'hour', ms: 14 * DAY_MS },
  month: { interval: 'day', ms: 30 * DAY_MS },
  quarter: { interval: 'day', ms: 90 * DAY_MS },
} as const;

type Range = keyof typeof RANGES;
type Metrics = Awaited<ReturnType<typeof admin.getWebhookMetrics>>;
type Query = NonNullable<Parameters<typeof admin.getWebhookMetrics>[0]>;

export function Statistics() {
  const { t } = useIntl(webhookTexts);
  const { range = 'day', ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const { interval, ms } = RANGES[range in RANGES ? (range as Range) : 'day'];
  const metrics = useQuery({
    queryKey: ['metrics', range, filters],
    queryFn: () =>
      admin.getWebhookMetrics({
        ...(filters as Query),
        interval,
        // Within the first interval instead of at its beginning; otherwise, there would be one more interval.
        from: new Date(Date.now() - ms + 1000).toISOString(),
      }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  const change = (name: 'range' | 'event' | 'subscriptionId') => (value: string) =>
    navigate({ search: (before) => ({ ...before, [name]: value || undefined }), replace: true });
  const urlOf = useSubscriptionNames();
  const events = useEventNames();

  return (
    <Page title={t('statistics.title')}>
      <Card>
        <search className="filters">
          <Select
            label={t('statistics.range')}
            value={range}
            options={(Object.keys(RANGES) as Range[]).map((each) => [each, t(`range.${each}`)] as const)}
            onChange={change('range')}
          />
          <Select
            label={t('deliveries.event')}
            value={filters.event ?? ''}
            options={[['', t('common.all')], ...events.map((name) => [name, name] as const)]}
            onChange={change('event')}
          />
          <Select
            label={t('deliveries.endpoint')}
            value={filters.subscriptionId ?? ''}
            options={[['', t('common.all')], ...urlOf]}
            onChange={change('subscriptionId')}
          />
          {Object.keys(filters).length > 0 && (
            <Button onClick={() => navigate({ search: { range }, replace: true })}>
              {t('common.clearFilters')}
            </Button>
          )}
        </search>
      </Card>
      <Loaded query={metrics}>{(found) => <Found metrics={found} urlOf={urlOf} />}</Loaded>
    </Page>
  );
}

function Found({ metrics, urlOf }: { metrics: Metrics; urlOf: ReadonlyMap<string, string> }) {
  const { t, number, percent } = useIntl(webhookTexts);
  const nameOf = useErrorNames();
  const { total, series } = metrics;
  const labels = useLabels(metrics);
  const ms = (value: number | null) => (value === null ? '–' : t('delivery.ms', { ms: number(value) }));
  const rate = total.attempts === 0 ? '–' : percent(Math.round((total.succeeded / total.attempts) * 10_000));
  return (
    <>
      <div className="tiles">
        <Tile name={t('deliveries.attempts')} value={number(total.attempts)} />
        <Tile name={t('statistics.rate')} value={rate} />
        <Tile name={t('statistics.median')} value={ms(total.p50Ms)} />
        <Tile name={t('statistics.p95')} value={ms(total.p95Ms)} />
        <Tile name={t('status.exhausted')} value={number(total.deliveries.exhausted)} />
      </div>
      <Card title={t('statistics.attempts')}>
        {total.attempts === 0 && <p className="quiet">{t('statistics.empty')}</p>}
        <Chart
          title={t('statistics.attempts')}
          kind="bars"
          labels={labels}
          series={[
            { name: t('outcome.succeeded'), tone: 'good', values: series.map(({ succeeded }) => succeeded) },
            { name: t('outcome.failed'), tone: 'bad', values: series.map(({ failed }) => failed) },
          ]}
          format={number}
        />
      </Card>
      <div className="cards">
        <Card title={t('statistics.latency')}>
          <Chart
            title={t('statistics.latency')}
            kind="lines"
            labels={labels}
            series={[
              { name: t('statistics.median'), tone: 'accent', values: series.map(({ p50Ms }) => p50Ms) },
              { name: t('statistics.p95'), tone: 'warn', values: series.map(({ p95Ms }) => p95Ms) },
            ]}
            format={ms}
          />
        </Card>
        <Card title={t('statistics.histogram')}>
          <Chart
            title={t('statistics.histogram')}
            kind="bars"
            labels={metrics.histogram.map(({ upToMs }) => `≤ ${ms(upToMs)}`)}
            series={[
              {
                name: t('deliveries.attempts'),
                tone: 'accent',
                values: metrics.histogram.map(({ attempts }) => attempts),
              },
            ]}
            format={number}
          />
        </Card>
      </div>
      <div className="cards">
        <Card title={t('statistics.byResponse')}>
          <Shares
            title={t('statistics.byResponse')}
            of={metrics.byResponseClass.map(({ responseClass, attempts }) => ({
              name: responseClass === 'none' ? t('statistics.noResponse') : responseClass,
              attempts,
            }))}
          />
        </Card>
        <Card title={t('statistics.byError')}>
          <Shares
            title={t('statistics.byError')}
            of={metrics.byError.map(({ error, attempts }) => ({
              name: (
                <Link to="/webhooks/deliveries" search={{ error }}>
                  {nameOf(error)}
                </Link>
              ),
              key: error,
              attempts,
            }))}
          />
        </Card>
      </div>
      <Card title={t('statistics.byEndpoint')}>
        <Figures
          title={t('statistics.byEndpoint')}
          of={metrics.bySubscription.map(({ subscriptionId, ...figures }) => ({
            ...figures,
            key: subscriptionId,
            name: urlOf.has(subscriptionId) ? (
              <Link to="/webhooks/subscriptions/$id" params={{ id: subscriptionId }}>
                {urlOf.get(subscriptionId)}
              </Link>
            ) : (
              <span className="quiet">{t('statistics.deleted')}</span>
            ),
          }))}
        />
      </Card>
      <Card title={t('statistics.byEvent')}>
        <Figures
          title={t('statistics.byEvent')}
          of={metrics.byEvent.map(({ event, ...figures }) => ({ ...figures, key: event, name: event }))}
        />
      </Card>
    </>
  );
}

const LABELS = {
  day: { month: 'short', day: 'numeric', timeZone: 'UTC' },
  hour: { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
  minute: { hour: '2-digit', minute: '2-digit' },
} as const;

/** Days are in UTC, as the service counts them, because the end of a day depends on the time zone. */
function useLabels({ interval, series }: Metrics): string[] {
  const { locale } = useIntl();
  const format = new Intl.DateTimeFormat(locale, LABELS[interval]);
  return series.map(({ at }) => format.format(new Date(at)));
}

function Tile({ name, value }: { name: string; value: string }) {
  return (
    <div className="tile">
      <span className="quiet">{name}</span>
      <span className="big">{value}</span>
    </div>
  );
}

interface Share {
  name: ReactNode;
  key?: string;
  attempts: number;
}

function Shares({ title, of }: { title: string; of: readonly Share[] }) {
  const { t, number, percent } = useIntl(webhookTexts);
  const all = of.reduce((sum, { attempts }) => sum + attempts, 0);
  if (of.length === 0) return <p className="quiet">{t('common.none')}</p>;
  return (
    <Table label={title} head={[t('statistics.what'), t('deliveries.attempts'), t('statistics.share')]}>
      {of.map(({ name, key, attempts }) => (
        <tr key={key ?? String(name)}>
          <td className="wrap">{name}</td>
          <td>{number(attempts)}</td>
          <td>{percent(Math.round((attempts / all) * 10_000))}</td>
        </tr>
      ))}
    </Table>
  );
}

interface Row {
  key: string;
  name: ReactNode;
  attempts: number;
  succeeded: number;
  p50Ms: number | null;
  p95Ms: number | null;
}

function Figures({ title, of }: { title: string; of: readonly Row[] }) {
  const { t, number, percent } = useIntl(webhookTexts);
  if (of.length === 0) return <p className="quiet">{t('common.none')}</p>;
  return (
    <Table
      label={title}
      head={[
        t('statistics.what'),
        t('deliveries.attempts'),
        t('statistics.rate'),
        t('statistics.median'),
        t('statistics.p95'),
      ]}
    >
      {of.map(({ key, name, attempts, succeeded, p50Ms, p95Ms }) => (
        <tr key={key}>
          <td className="wrap">{name}</td>
          <td>{number(attempts)}</td>
          <td>{percent(Math.round((succeeded / attempts) * 10_000))}</td>
          <td className="nowrap">{p50Ms === null ? '–' : t('delivery.ms', { ms: number(p50Ms) })}</td>
          <td className="nowrap">{p95Ms === null ? '–' : t('delivery.ms', { ms: number(p95Ms) })}</td>
        </tr>
      ))}
    </Table>
  );
}
