import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { admin } from '../api.ts';
import { useIntl } from '../i18n/index.tsx';
import { Badge, Button, Card, Field, Loaded, Page, Select, Table, Time } from '../ui/index.tsx';
import { ORDER_STATUSES, StatusOf } from './status.tsx';

const route = getRouteApi('/signed-in/orders');

const PAGE_SIZE = 50;

type Query = NonNullable<Parameters<typeof admin.listOrders>[0]>;

export function Orders() {
  const { t, money } = useIntl();
  const { page = '1', ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const query = { ...filters, page: Number(page) || 1, pageSize: PAGE_SIZE } as Query;
  const list = useQuery({
    queryKey: ['orders', query],
    queryFn: () => admin.listOrders(query),
    placeholderData: keepPreviousData,
  });
  const pages = Math.max(1, Math.ceil((list.data?.total ?? 0) / PAGE_SIZE));
  const show = (next: { status?: string; search?: string; page?: string }) =>
    navigate({
      search: (before) =>
        Object.fromEntries(Object.entries({ ...before, page: '', ...next }).filter(([, value]) => value)),
    });

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    show({ search: String(new FormData(event.currentTarget).get('search')).trim() });
  }

  return (
    <Page title={t('orders.title')}>
      <Card>
        <search className="filters">
          <form onSubmit={search} className="field">
            <Field
              key={filters.search ?? ''}
              label={t('orders.search')}
              name="search"
              type="search"
              defaultValue={filters.search}
              maxLength={255}
            />
          </form>
          <Select
            label={t('deliveries.status')}
            value={filters.status ?? ''}
            options={[
              ['', t('common.all')],
              ...ORDER_STATUSES.map((each) => [each, t(`order.${each}`)] as const),
            ]}
            onChange={(status) => show({ status })}
          />
          {Object.keys(filters).length > 0 && (
            <Button onClick={() => navigate({ search: {} })}>{t('common.clearFilters')}</Button>
          )}
        </search>
        <Loaded query={list}>
          {({ items }) =>
            items.length === 0 ? (
              <p className="quiet">{t('orders.empty')}</p>
            ) : (
              <Table
                label={t('orders.title')}
                head={[
                  t('orders.number'),
                  t('deliveries.status'),
                  t('orders.customer'),
                  t('orders.total'),
                  t('orders.placed'),
                ]}
              >
                {items.map((order) => (
                  <tr key={order.id}>
                    <td>
                      <Link to="/orders/$id" params={{ id: order.id }}>
                        {order.number}
                      </Link>
                    </td>
                    <td>
                      <div className="row">
                        <StatusOf order={order.status} />
                        {order.attention && <Badge tone="bad">{t('orders.attention')}</Badge>}
                      </div>
                    </td>
                    <td className="wrap">{order.email}</td>
                    <td className="nowrap">{money(order.total, order.currency)}</td>
                    <td className="nowrap">
                      <Time iso={order.createdAt} />
                    </td>
                  </tr>
                ))}
              </Table>
            )
          }
        </Loaded>
        {pages > 1 && (
          <nav className="row" aria-label={t('common.page', { page: query.page ?? 1, pages })}>
            <Button disabled={query.page === 1} onClick={() => show({ page: String((query.page ?? 1) - 1) })}>
              {t('common.newer')}
            </Button>
            <span>{t('common.page', { page: query.page ?? 1, pages })}</span>
            <Button
              disabled={(query.page ?? 1) >= pages}
              onClick={() => show({ page: String((query.page ?? 1) + 1) })}
            >
              {t('common.older')}
            </Button>
          </nav>
        )}
      </Card>
    </Page>
  );
}
