import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useState } from 'react';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { ORDER_TEXTS } from '../../i18n/orders.ts';
import { useMay } from '../../session.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { PeriodFields } from '../../ui/date-field.tsx';
import { Filters } from '../../ui/filters.tsx';
import { Badge, Button, Card, Check, Page, Select, Time } from '../../ui/index.tsx';
import { changed, Empty, NEWEST, Paged, SearchField } from '../../ui/list.tsx';
import { ORDER_STATUSES, StatusOf } from '../status.tsx';
import {
  beforeRefunds,
  FULFILMENT_STATUSES,
  FulfilmentState,
  PAYMENT_STATUSES,
  PaymentState,
  RefundState,
} from './states.tsx';
import { TagList, TagMany } from './tags.tsx';

const route = getRouteApi('/signed-in/orders');

const PAGE_SIZE = 50;

type Query = NonNullable<Parameters<typeof admin.listOrders>[0]>;
type Order = Awaited<ReturnType<typeof admin.listOrders>>['items'][number];

export function Orders() {
  const { t, money } = useIntl(ORDER_TEXTS);
  const mayChange = useMay('orders:write');
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const { page: pageText, cursor, from, to, attention, toShip, sort, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const page = Number(pageText) || 1;
  const query = {
    ...filters,
    ...(attention ? { attention: true } : {}),
    ...(toShip ? { toShip: true } : {}),
    ...(sort ? { sort } : {}),
    ...(from ? { from: startOf(from) } : {}),
    ...(to ? { to: startOf(to, 1) } : {}),
    ...(cursor ? { cursor } : { page }),
    pageSize: PAGE_SIZE,
  } as Query;
  const { status, from: after, to: before } = query;
  const exported = Object.entries({ status, from: after, to: before }).flatMap(([name, value]) =>
    value ? [[name, value]] : [],
  );
  const list = useQuery({
    queryKey: ['orders', query],
    queryFn: () => admin.listOrders(query),
    placeholderData: keepPreviousData,
  });
  const isFiltered = Object.values({ ...filters, from, to, attention, toShip }).some(Boolean);
  const show = (next: {
    status?: string;
    paymentStatus?: string;
    fulfilmentStatus?: string;
    tag?: string;
    q?: string;
    from?: string;
    to?: string;
    attention?: string;
    toShip?: string;
    sort?: string;
    page?: string;
    cursor?: string;
  }) => navigate({ search: (before) => changed(before, next) });

  const columns: readonly Column<Order>[] = [
    {
      title: t('orders.number'),
      kind: 'line',
      cell: ({ id, number, status, attention: reason }) => (
        <span className="row">
          <Link to="/orders/$id" params={{ id }}>
            {number}
          </Link>
          {status === 'cancelled' && <StatusOf order={status} />}
          {reason && <Badge tone="bad">{t('orders.attention')}</Badge>}
        </span>
      ),
    },
    {
      title: t('orders.placed'),
      kind: 'line',
      sortBy: 'createdAt',
      cell: ({ createdAt }) => <Time iso={createdAt} />,
    },
    {
      title: t('orders.customer'),
      cell: ({ email, tags }) => (
        <span className="row">
          {email ?? t('orders.guest')}
          <TagList of={tags} />
        </span>
      ),
    },
    {
      title: t('orders.payment'),
      kind: 'line',
      cell: (order) => <PaymentState of={beforeRefunds(order)} />,
    },
    {
      title: t('orders.goods'),
      kind: 'line',
      cell: ({ fulfilmentStatus }) => <FulfilmentState of={fulfilmentStatus} />,
    },
    {
      title: t('orders.refund'),
      kind: 'line',
      cell: ({ total, refundedTotal }) => <RefundState total={total} refunded={refundedTotal} />,
    },
    {
      title: t('orders.total'),
      kind: 'figure',
      sortBy: 'total',
      cell: ({ total, currency }) => money(total, currency),
    },
  ];

  const selectionOf = (rows: readonly Order[]) => ({
    picked,
    onPick: setPicked,
    nameOf: ({ number }: Order) => String(number),
    actions: <TagMany ids={rows.map(({ id }) => id).filter((id) => picked.has(id))} />,
  });

  return (
    <Page
      title={t('orders.title')}
      actions={
        <a
          className="button plain"
          href={`/admin/v1/orders/export?${new URLSearchParams(exported)}`}
          download
        >
          {t('common.export')}
        </a>
      }
    >
      <Card>
        <Filters>
          <SearchField label={t('orders.search')} q={filters.q} onSearch={(next) => show({ q: next })} />
          <Select
            label={t('deliveries.status')}
            value={filters.status ?? ''}
            options={[
              ['', t('common.all')],
              ...ORDER_STATUSES.map((each) => [each, t(`order.${each}`)] as const),
            ]}
            onChange={(status) => show({ status })}
          />
          <Select
            label={t('orders.payment')}
            value={filters.paymentStatus ?? ''}
            options={[
              ['', t('common.all')],
              ...PAYMENT_STATUSES.map((each) => [each, t(`paymentStatus.${each}`)] as const),
            ]}
            onChange={(paymentStatus) => show({ paymentStatus })}
          />
          <Select
            label={t('orders.goods')}
            value={filters.fulfilmentStatus ?? ''}
            options={[
              ['', t('common.all')],
              ...FULFILMENT_STATUSES.map((each) => [each, t(`fulfilmentStatus.${each}`)] as const),
            ]}
            onChange={(fulfilmentStatus) => show({ fulfilmentStatus })}
          />
          <PeriodFields from={from} to={to} onChange={show} />
          <Check
            label={t('orders.onlyAttention')}
            checked={Boolean(attention)}
            onChange={(isOn) => show({ attention: isOn ? 'yes' : '' })}
          />
          <Check
            label={t('orders.onlyToShip')}
            checked={Boolean(toShip)}
            onChange={(isOn) => show({ toShip: isOn ? 'yes' : '' })}
          />
          {filters.tag && (
            <Button aria-label={t('orders.untag', { tag: filters.tag })} onClick={() => show({ tag: '' })}>
              {t('orders.ofTag', { tag: filters.tag })} <X className="size-4" aria-hidden />
            </Button>
          )}
        </Filters>
        <Paged
          query={list}
          page={page}
          pageSize={PAGE_SIZE}
          cursor={cursor}
          onPage={(next) => show({ page: next })}
          onCursor={(next) => show({ cursor: next })}
          empty={<Empty text={t(isFiltered ? 'orders.empty' : 'orders.none')} />}
        >
          {(rows) => (
            <DataTable
              label={t('orders.title')}
              columns={columns}
              rows={rows}
              sort={sort ?? NEWEST}
              onSort={(next) => show({ sort: next })}
              selection={mayChange ? selectionOf(rows) : undefined}
            />
          )}
        </Paged>
      </Card>
    </Page>
  );
}

/** The first moment of a day in the operator's time zone, or of a later day. */
function startOf(day: string, later = 0): string | undefined {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const start = new Date(year, month - 1, date + later);
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString();
}
