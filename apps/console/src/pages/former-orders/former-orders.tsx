import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { admin } from '../../api.ts';
import { FORMER_TEXTS } from '../../i18n/former-orders.ts';
import { useIntl } from '../../i18n/index.tsx';
import { useMay } from '../../session.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Filters } from '../../ui/filters.tsx';
import { Card, Page, Time } from '../../ui/index.tsx';
import { changed, Empty, Paged, SearchField } from '../../ui/list.tsx';
import { FormerStates } from './states.tsx';

const route = getRouteApi('/signed-in/former-orders');

const PAGE_SIZE = 50;

type Query = NonNullable<Parameters<typeof admin.listFormerOrders>[0]>;
type FormerOrder = Awaited<ReturnType<typeof admin.listFormerOrders>>['items'][number];

export function FormerOrders() {
  const { t, money } = useIntl(FORMER_TEXTS);
  const mayChange = useMay('orders:write');
  const { q, customerId, page: pageText, cursor } = route.useSearch();
  const navigate = route.useNavigate();
  const page = Number(pageText) || 1;
  const query = {
    ...(q ? { q } : {}),
    ...(customerId ? { customerId } : {}),
    ...(cursor ? { cursor } : { page }),
    pageSize: PAGE_SIZE,
  } as Query;
  const list = useQuery({
    queryKey: ['former-orders', query],
    queryFn: () => admin.listFormerOrders(query),
    placeholderData: keepPreviousData,
  });
  const show = (next: { q?: string; customerId?: string; page?: string; cursor?: string }) =>
    navigate({ search: (before) => changed(before, next) });
  const toImport = mayChange && (
    <Link className="button" to="/former-orders/import">
      {t('former.import')}
    </Link>
  );
  const columns: readonly Column<FormerOrder>[] = [
    {
      title: t('former.number'),
      kind: 'line',
      cell: ({ id, number }) => (
        <Link to="/former-orders/$id" params={{ id }}>
          {number}
        </Link>
      ),
    },
    { title: t('former.placed'), kind: 'line', cell: ({ placedAt }) => <Time iso={placedAt} /> },
    {
      title: t('former.customer'),
      cell: ({ name, email }) => (
        <div className="stack tight">
          {name ?? email ?? '–'}
          {name && email && <small>{email}</small>}
        </div>
      ),
    },
    { title: t('former.states'), cell: (order) => <FormerStates of={order} /> },
    {
      title: t('former.total'),
      kind: 'figure',
      cell: ({ total, currency }) => money(total, currency),
    },
  ];
  return (
    <Page title={t('former.title')} actions={toImport}>
      <Card>
        <p className="quiet">{t('former.hint')}</p>
        <Filters>
          <SearchField
            label={t('former.search')}
            q={q}
            onSearch={(next) => show({ q: next, customerId: '' })}
          />
        </Filters>
        <Paged
          query={list}
          page={page}
          pageSize={PAGE_SIZE}
          cursor={cursor}
          onPage={(next) => show({ page: next })}
          onCursor={(next) => show({ cursor: next })}
          empty={
            <Empty text={t(q || customerId ? 'former.empty' : 'former.none')}>
              {!q && !customerId && toImport}
            </Empty>
          }
        >
          {(rows) => <DataTable label={t('former.title')} columns={columns} rows={rows} />}
        </Paged>
      </Card>
    </Page>
  );
}
