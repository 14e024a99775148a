import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { admin } from '../api.ts';
import { useIntl } from '../i18n/index.tsx';
import { reportTexts } from '../i18n/reports.ts';
import { PeriodFields } from '../ui/date-field.tsx';
import { Card, Loaded, Page, Select, Table } from '../ui/index.tsx';
import { changed } from '../ui/list.tsx';
import { PERIODS, type Period, periodOf } from './periods.ts';

const route = getRouteApi('/signed-in/reports');

interface Days {
  from?: string;
  to?: string;
}

export function Reports() {
  const { t } = useIntl(reportTexts);
  const { from, to, interval = 'day' } = route.useSearch();
  const navigate = route.useNavigate();
  const days: Days = { ...(from ? { from } : {}), ...(to ? { to } : {}) };
  const show = (next: Days & { interval?: string }) =>
    navigate({ search: (before) => changed(before, next), replace: true });
  const period = periodOf(days);
  return (
    <Page
      title={t('nav.reports')}
      actions={
        <a
          className="button plain"
          href={`/admin/v1/reports/export?${new URLSearchParams({ ...days })}`}
          download
        >
          {t('reports.csv')}
        </a>
      }
    >
      <Card>
        <search className="filters pairs">
          <Select
            label={t('reports.period')}
            value={period ?? ''}
            options={[
              ...(Object.keys(PERIODS) as Period[]).map((each) => [each, t(`period.${each}`)] as const),
              ...(period ? [] : [['', t('period.own')] as const]),
            ]}
            onChange={(next) => show({ from: '', to: '', ...PERIODS[next as Period](new Date()) })}
          />
          <PeriodFields from={from} to={to} onChange={show} />
          <Select
            label={t('reports.by')}
            value={interval}
            options={(['day', 'month'] as const).map((each) => [each, t(`reports.${each}`)] as const)}
            onChange={(next) => show({ interval: next })}
          />
        </search>
      </Card>
      <Sales days={days} interval={interval === 'month' ? 'month' : 'day'} />
      <Taxes days={days} />
      <Accounts days={days} />
    </Page>
  );
}

const MONEY = ['sold', 'credited', 'received', 'refunds', 'chargebacks'] as const;

function Sales({ days, interval }: { days: Days; interval: 'day' | 'month' }) {
  const { t, money, number } = useIntl(reportTexts);
  const query = { ...days, interval };
  const sales = useReport(['sales', query], () => admin.getSales(query));
  const labelOf = useDayLabels(interval);
  return (
    <Card title={t('reports.sales')}>
      <Loaded query={sales}>
        {({ timeZone, days: rows, totals }) => (
          <Rows
            label={t('reports.sales')}
            hint={t('reports.zone', { timeZone })}
            head={[
              t(`reports.${interval}`),
              t('reports.orders'),
              ...MONEY.map((name) => t(`reports.${name}`)),
            ]}
            rows={[
              ...totals.map((each) => ({ ...each, key: each.currency, name: t('reports.total') })),
              ...rows.map((each) => ({
                ...each,
                key: `${each.day} ${each.currency}`,
                name: labelOf(each.day),
              })),
            ].map(({ key, name, orders, currency, ...row }) => [
              key,
              name,
              number(orders),
              ...MONEY.map((each) => money(row[each], currency)),
            ])}
          />
        )}
      </Loaded>
    </Card>
  );
}

const TAX = ['soldBase', 'soldTax', 'creditedBase', 'creditedTax', 'baseAmount'] as const;

function Taxes({ days }: { days: Days }) {
  const { t, money, percent, language } = useIntl(reportTexts);
  const taxes = useReport(['taxes', days], () => admin.getTaxReport(days));
  const countries = new Intl.DisplayNames(language, { type: 'region' });
  return (
    <Card title={t('reports.taxes')}>
      <Loaded query={taxes}>
        {({ items }) => (
          <Rows
            label={t('reports.taxes')}
            hint={t('reports.taxesHint')}
            head={[
              t('reports.country'),
              t('reports.rate'),
              ...TAX.map((name) => t(`reports.${name}`)),
              t('reports.tax'),
            ]}
            rows={items.map(({ country, region, rateBasisPoints, exempt, currency, amount, ...row }) => [
              `${country} ${region} ${exempt ?? rateBasisPoints} ${currency}`,
              [countries.of(country) ?? country, region].filter(Boolean).join(', '),
              exempt ? t('common.exempt') : percent(rateBasisPoints),
              ...TAX.map((name) => money(row[name], currency)),
              money(amount, currency),
            ])}
          />
        )}
      </Loaded>
    </Card>
  );
}

const OF_ACCOUNT = ['received', 'refunds', 'chargebacks', 'net'] as const;

function Accounts({ days }: { days: Days }) {
  const { t, money } = useIntl(reportTexts);
  const accounts = useReport(['payment-accounts', days], () => admin.getAccountReport(days));
  return (
    <Card title={t('reports.accounts')}>
      <Loaded query={accounts}>
        {({ items }) => (
          <Rows
            label={t('reports.accounts')}
            hint={t('reports.accountsHint')}
            head={[t('reports.account'), ...OF_ACCOUNT.map((name) => t(`reports.${name}`))]}
            rows={items.map(({ accountId, name, currency, ...row }) => [
              `${accountId} ${currency}`,
              name ?? t('reports.deployment'),
              ...OF_ACCOUNT.map((each) => money(row[each], currency)),
            ])}
          />
        )}
      </Loaded>
    </Card>
  );
}

function useReport<T>(key: readonly unknown[], read: () => Promise<T>) {
  return useQuery({ queryKey: ['reports', ...key], queryFn: read, placeholderData: keepPreviousData });
}

interface RowsProps {
  label: string;
  hint: string;
  head: readonly string[];
  /** Its key, and its cells. */
  rows: readonly (readonly [key: string, ...cells: string[]])[];
}

function Rows({ label, hint, head, rows }: RowsProps): ReactNode {
  const { t } = useIntl(reportTexts);
  if (rows.length === 0) return <p className="quiet">{t('reports.none')}</p>;
  return (
    <>
      <Table label={label} head={head} look="amounts">
        {rows.map(([key, ...cells]) => (
          <tr key={key}>
            {cells.map((cell, index) => (
              <td key={head[index]}>{cell}</td>
            ))}
          </tr>
        ))}
      </Table>
      <small>{hint}</small>
    </>
  );
}

/** Days of the store, which have no time, so they are formatted in UTC, in which they were read. */
function useDayLabels(interval: 'day' | 'month'): (day: string) => string {
  const { locale } = useIntl();
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    ...(interval === 'day' ? { dateStyle: 'medium' } : { month: 'long', year: 'numeric' }),
  });
  return (day) => format.format(new Date(day));
}
