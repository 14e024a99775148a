import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { RETURN_TEXTS } from '../../i18n/returns.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Filters } from '../../ui/filters.tsx';
import { Badge, Card, Check, Page, Select, Time } from '../../ui/index.tsx';
import { changed, Empty, Paged } from '../../ui/list.tsx';
import { RETURN_STATUSES, RETURN_TONES } from './returns.tsx';

const route = getRouteApi('/signed-in/returns');

const PAGE_SIZE = 50;

type Query = NonNullable<Parameters<typeof admin.listReturns>[0]>;
type Return = Awaited<ReturnType<typeof admin.listReturns>>['items'][number];

export function ReturnsList() {
  const { t } = useIntl(RETURN_TEXTS);
  const { page: pageText, cursor, open, status } = route.useSearch();
  const navigate = route.useNavigate();
  const page = Number(pageText) || 1;
  const query = {
    ...(open ? { open: true } : {}),
    ...(status ? { status } : {}),
    ...(cursor ? { cursor } : { page }),
    pageSize: PAGE_SIZE,
  } as Query;
  const list = useQuery({
    queryKey: ['orders', 'returns', query],
    queryFn: () => admin.listReturns(query),
    placeholderData: keepPreviousData,
  });
  const show = (next: { open?: string; status?: string; page?: string; cursor?: string }) =>
    navigate({ search: (before) => changed(before, next) });
  const columns: readonly Column<Return>[] = [
    {
      title: t('returns.order'),
      kind: 'line',
      cell: ({ orderId, orderNumber }) => (
        <Link to="/orders/$id" params={{ id: orderId }}>
          {orderNumber}
        </Link>
      ),
    },
    {
      title: t('returns.when'),
      kind: 'line',
      cell: ({ createdAt }) => <Time iso={createdAt} />,
    },
    {
      title: t('deliveries.status'),
      kind: 'line',
      cell: ({ status: now }) => <Badge tone={RETURN_TONES[now]}>{t(`returns.${now}`)}</Badge>,
    },
    {
      title: t('returns.units'),
      kind: 'figure',
      cell: ({ lines }) => lines.reduce((units, { quantity }) => units + quantity, 0),
    },
    {
      title: t('returns.reason'),
      cell: ({ reason }) => reason,
    },
  ];
  return (
    <Page title={t('returns.title')}>
      <Card>
        <Filters>
          <Select
            label={t('deliveries.status')}
            value={status ?? ''}
            options={[
              ['', t('common.all')],
              ...RETURN_STATUSES.map((each) => [each, t(`returns.${each}`)] as const),
            ]}
            onChange={(next) => show({ status: next })}
          />
          <Check
            label={t('returns.onlyOpen')}
            checked={Boolean(open)}
            onChange={(isOn) => show({ open: isOn ? 'yes' : '' })}
          />
        </Filters>
        <Paged
          query={list}
          page={page}
          pageSize={PAGE_SIZE}
          cursor={cursor}
          onPage={(next) => show({ page: next })}
          onCursor={(next) => show({ cursor: next })}
          empty={<Empty text={t('returns.none')} />}
        >
          {(rows) => <DataTable label={t('returns.title')} columns={columns} rows={rows} />}
        </Paged>
      </Card>
    </Page>
  );
}
